// SPDX-License-Identifier: GPL-2.0-or-later
// MAKE_MEM_NOACCESS: the memory may not be touched, and takes its old state back only when told so.
// run:
// expect: Invalid read of size 4
// next: main (request_make_noaccess.c:@READ)
// next: is 4 bytes inside a block of size 16 alloc'd
// expect: Invalid write of size 1
// next: main (request_make_noaccess.c:@WRITE)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile int *block = calloc(4, sizeof *block);
  VALGRIND_MAKE_MEM_NOACCESS(block + 1, 8);
  int sum = block[0] + block[3];
  sum += block[1]; // @READ
  *((volatile char *)block + 11) = 1; // @WRITE
  VALGRIND_MAKE_MEM_DEFINED(block + 1, 8);
  sum += block[1] + block[2];
  free((void *)block);
  return sum == 0x1000000 || sum == 0 ? 0 : 1;
}
