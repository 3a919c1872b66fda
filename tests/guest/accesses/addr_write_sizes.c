// SPDX-License-Identifier: GPL-2.0-or-later
// Writes of each size one byte behind a block: one error each.
// run:
// expect: Invalid write of size 1
// next: at main (addr_write_sizes.c:@one)
// next: is 0 bytes after a block of size 1,337 alloc'd
// next: at malloc
// expect: Invalid write of size 2
// next: at main (addr_write_sizes.c:@two)
// expect: Invalid write of size 4
// next: at main (addr_write_sizes.c:@four)
// expect: Invalid write of size 8
// next: at main (addr_write_sizes.c:@eight)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  char *end = p + 1337;
  __asm__ volatile("movb %%al, (%0)" : : "r"(end) : "memory"); // @one
  __asm__ volatile("movw %%ax, (%0)" : : "r"(end) : "memory"); // @two
  __asm__ volatile("movl %%eax, (%0)" : : "r"(end) : "memory"); // @four
  __asm__ volatile("movq %%rax, (%0)" : : "r"(end) : "memory"); // @eight
  free(p);
}
