// SPDX-License-Identifier: GPL-2.0-or-later
// Accesses over a page border: silent when both pages are there, one error when the second one is not.
// run:
// exit: SIGSEGV
// expect: Invalid read of size 8
// next: at main (addr_cross_page.c:@read)
// next: is in a rw- anonymous segment
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <sys/mman.h>
int main(void)
{
  char *p = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(p + 2 * 4096, 4096);
  for (int i = 1; i < 8; i++)
    if (*(volatile long *)(p + 4096 - i))
      return 1;
  return *(volatile long *)(p + 2 * 4096 - 4) != 0; // @read
}
