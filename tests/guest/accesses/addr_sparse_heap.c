// SPDX-License-Identifier: GPL-2.0-or-later
// A block of three GiB, written at its ends, read undefined in its middle and behind its end.
// run:
// limit: 20
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (addr_sparse_heap.c:@middle)
// expect: Invalid read of size 1
// next: at main (addr_sparse_heap.c:@behind)
// next: is 0 bytes after a block of size 3,221,225,472 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  size_t size = 3UL << 30;
  volatile char *p = malloc(size);
  if (!p)
    return 1;
  p[0] = p[size - 1] = 1;
  DECIDE(p[0] + p[size - 1]);
  DECIDE(p[size / 2]); // @middle
  sink = p[size]; // @behind
  free((void *)p);
}
