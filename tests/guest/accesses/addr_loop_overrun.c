// SPDX-License-Identifier: GPL-2.0-or-later
// A loop that runs ten elements too far: ten errors, one context.
// run:
// expect: Invalid write of size 4
// next: at main (addr_loop_overrun.c:@write)
// next: is 0 bytes after a block of size 400 alloc'd
// expect: ERROR SUMMARY: 4 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  int *volatile p = malloc(400);
  for (int i = 0; i < 104; i++)
    p[i] = i; // @write
  free(p);
}
