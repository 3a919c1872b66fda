// SPDX-License-Identifier: GPL-2.0-or-later
// Reads of each size one byte behind a block: one error each, and the block is named.
// build: -march=haswell
// run:
// expect: Invalid read of size 1
// next: at main (addr_read_sizes.c:@one)
// next: is 0 bytes after a block of size 1,337 alloc'd
// next: at malloc
// next: by main (addr_read_sizes.c:@malloc)
// expect: Invalid read of size 2
// next: at main (addr_read_sizes.c:@two)
// next: is 0 bytes after a block of size 1,337 alloc'd
// expect: Invalid read of size 4
// next: at main (addr_read_sizes.c:@four)
// expect: Invalid read of size 8
// next: at main (addr_read_sizes.c:@eight)
// expect: Invalid read of size 16
// next: at main (addr_read_sizes.c:@sixteen)
// expect: Invalid read of size 32
// next: at main (addr_read_sizes.c:@thirtytwo)
// next: is 0 bytes after a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 6 errors from 6 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337); // @malloc
  char *end = p + 1337;
  __asm__ volatile("movb (%0), %%al" : : "r"(end) : "rax"); // @one
  __asm__ volatile("movw (%0), %%cx" : : "r"(end) : "rcx"); // @two
  __asm__ volatile("movl (%0), %%edx" : : "r"(end) : "rdx"); // @four
  __asm__ volatile("movq (%0), %%rsi" : : "r"(end) : "rsi"); // @eight
  __asm__ volatile("movdqu (%0), %%xmm1" : : "r"(end) : "xmm1"); // @sixteen
  __asm__ volatile("vmovdqu (%0), %%ymm0" : : "r"(end) : "xmm0"); // @thirtytwo
  free(p);
}
