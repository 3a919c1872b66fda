// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined bytes stay so when mremap() moves them.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (syscall_mremap.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>
#include <valgrind/memcheck.h>
int main(void)
{
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  VALGRIND_MAKE_MEM_UNDEFINED(page + 100, 1);
  char *place = mmap(NULL, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  volatile char *moved = mremap(page, 8192, 8192, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  if (moved[99] || moved[101] || moved[8000])
    return 1;
  if (moved[100]) // @TEST
    return 2;
}
