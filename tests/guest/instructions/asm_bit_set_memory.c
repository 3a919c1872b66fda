// SPDX-License-Identifier: GPL-2.0-or-later
// bts and btr on memory touch the byte that has the bit.
// run:
// expect: Invalid read of size 1
// next: at main (asm_bit_set_memory.c:@behind)
// next: is 0 bytes after a block of size 100 alloc'd
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = malloc(100);
  p[99] = 0;
  __asm__ volatile("btsq %1, (%0)" : : "r"(p), "r"(99 * 8 + 3L) : "cc", "memory");
  DECIDE(p[99] == 8);
  __asm__ volatile("btsq %1, (%0)" : : "r"(p), "r"(100 * 8 + 3L) : "cc", "memory"); // @behind
  free(p);
}
