// SPDX-License-Identifier: GPL-2.0-or-later
// What was unmapped is nothing any more.
// run:
// exit: SIGSEGV
// expect: Invalid read of size 1
// expect: is not stack'd, malloc'd or (recently) free'd
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// next: /Access not within mapped region at address 0x\w+$/
// next: main
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include <sys/mman.h>
static volatile char seen;
int main(void)
{
  volatile char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap((void *)p, 8192);
  seen = p[8];
}
