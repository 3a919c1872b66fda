// SPDX-License-Identifier: GPL-2.0-or-later
// --malloc-fill and --free-fill put their bytes where they say.
// run: --malloc-fill=0xa5 --free-fill=0x5a
// stdout: a5 5a
// run: --malloc-fill=01
// stdout: 01 01
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  unsigned char *volatile p = malloc(1337);
  unsigned char fresh = p[700];
  free(p);
  printf("%02x %02x\n", fresh, p[700]);
}
