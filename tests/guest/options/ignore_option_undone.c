// SPDX-License-Identifier: GPL-2.0-or-later
// The request that switches reports on again also undoes the option.
// run: --ignore-ranges=0x10000000-0x100000FF
// expect: Invalid read of size 1
// next: main (ignore_option_undone.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <sys/mman.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile char *p = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  char sum = p[16];
  VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(p, 4096);
  sum += p[16]; // @second
  return sum & 0;
}
