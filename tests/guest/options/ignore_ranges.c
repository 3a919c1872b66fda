// SPDX-License-Identifier: GPL-2.0-or-later
// --ignore-ranges: accesses that begin in one of the ranges are not reported; both ends belong to a range.
// run: --ignore-ranges=0x10000000-0x1000000F --ignore-ranges=0x10000100-0x10000100
// expect: Invalid read of size 1
// next: main (ignore_ranges.c:@behind)
// next: Address 0x10000010 is in a rw- anonymous segment
// expect: Invalid read of size 4
// next: main (ignore_ranges.c:@before)
// expect: Invalid write of size 1
// next: main (ignore_ranges.c:@second)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <sys/mman.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile char *p = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  p[0] = 1;
  p[1] = p[15];
  p[1] = p[16];                    // @behind
  p[2] = *(volatile int *)(p + 14) == 0;
  p[0x100] = 1;
  p[3] = *(volatile int *)(p + 0xfe) == 0; // @before
  p[0x101] = 1;                    // @second
  return 0;
}
