// SPDX-License-Identifier: GPL-2.0-or-later
// A 16-byte store one byte behind a block is checked in halves: two errors of 8 bytes, in one context.
// run:
// expect: Invalid write of size 8
// next: at main (addr_write_16.c:@store)
// next: is 0 bytes after a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(1337);
  __asm__ volatile("movdqu %%xmm0, (%0)" : : "r"(p + 1337) : "memory"); // @store
  free(p);
}
