// SPDX-License-Identifier: GPL-2.0-or-later
// Atomic operations on freed memory: each reads and writes, in one place.
// run:
// expect: Invalid read of size 4
// next: at main (addr_atomics_freed.c:@add)
// next: is 0 bytes inside a block of size 1,337 free'd
// expect: Invalid read of size 8
// next: at main (addr_atomics_freed.c:@swap)
// next: is 8 bytes inside a block of size 1,337 free'd
// expect: ERROR SUMMARY: 6 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  char *volatile p = calloc(1, 1337);
  free(p);
  __atomic_fetch_add((int *)p, 1, __ATOMIC_SEQ_CST); // @add
  __atomic_exchange_n((long *)(p + 8), 1, __ATOMIC_SEQ_CST); // @swap
}
