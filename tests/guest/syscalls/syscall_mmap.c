// SPDX-License-Identifier: GPL-2.0-or-later
// New mappings are defined; unmapped memory may not be touched.
// run:
// reject: Conditional jump
// expect: Invalid read of size 1
// expect: is not stack'd, malloc'd or (recently) free'd
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// exit: SIGSEGV
#include <stddef.h>
#include <sys/mman.h>
int main(void)
{
  volatile char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page[0] != 0 || page[8191] != 0)
    return 1;
  munmap((void *)page, 8192);
  return page[4096];
}
