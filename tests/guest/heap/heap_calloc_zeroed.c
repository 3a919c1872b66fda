// SPDX-License-Identifier: GPL-2.0-or-later
// calloc's memory is zero also when freed memory is used again, whatever --malloc-fill and --free-fill say.
// run: --malloc-fill=aa --free-fill=55 --freelist-vol=0
// stdout: zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
  int bad = 0;
  for (int round = 0; round < 100; round++) {
    unsigned char *p = malloc(1337);
    memset(p, 0xff, 1337);
    free(p);
    p = calloc(7, 191);
    for (int i = 0; i < 1337; i++)
      bad |= p[i];
    free(p);
  }
  puts(bad ? "not zero" : "zero");
}
