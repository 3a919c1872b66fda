// SPDX-License-Identifier: GPL-2.0-or-later
// A store of an aligned word that reaches behind a block is an error; only loads are let pass.
// run:
// expect: Invalid write of size 8
// next: main (partial_stores.c:@store)
// next: is 16 bytes inside a block of size 21 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(21);
  *(volatile long *)(p + 16) = 5; // @store
  if (((volatile char *)p)[20] == 7)
    p[0] = 1;
  free(p);
  return 0;
}
