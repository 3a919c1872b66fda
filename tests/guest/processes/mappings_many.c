// SPDX-License-Identifier: GPL-2.0-or-later
// Twenty thousand pages with a guard page each, which are more mappings than the core can list.
// run:
// limit: 120
// compare: no, Memcheck ends
// expect: Bad permissions for mapped region
// expect: main (mappings_many.c:@guard)
// exit: SIGSEGV
#include <sys/mman.h>
enum { PAGE = 4096, COUNT = 20000 };
int main(void)
{
  volatile char *page = 0;
  for (int i = 0; i < COUNT; i++) {
    page = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || mprotect((void *)page, PAGE, PROT_NONE) != 0)
      return 1;
    page[PAGE] = 1;
  }
  return page[7]; // @guard
}
