// SPDX-License-Identifier: GPL-2.0-or-later
// A read that begins in the block and ends behind it is reported at its first byte.
// run: --partial-loads-ok=no
// expect: Invalid read of size 8
// next: at main (addr_straddles_end.c:@aligned)
// next: is 1,336 bytes inside a block of size 1,337 alloc'd
// expect: Invalid read of size 8
// next: at main (addr_straddles_end.c:@odd)
// next: is 1,333 bytes inside a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: --partial-loads-ok=yes
// expect: Invalid read of size 8
// next: at main (addr_straddles_end.c:@odd)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  __asm__ volatile("movq (%0), %%rsi" : : "r"(p + 1336) : "rsi"); // @aligned
  __asm__ volatile("movq (%0), %%rcx" : : "r"(p + 1333) : "rcx"); // @odd
  free(p);
}
