// SPDX-License-Identifier: GPL-2.0-or-later
// What an aligned load that reaches behind a block brings from there is undefined; the rest is not.
// run: --track-origins=no
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (partial_values.c:@outside)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *p = malloc(21);
  memset(p, 1, 21);
  volatile long word = *(volatile long *)(p + 16);
  volatile char *bytes = (volatile char *)&word;
  if (bytes[4] == 7)
    p[0] = 1;
  if (bytes[5] == 7) // @outside
    p[0] = 1;
  free(p);
  return 0;
}
