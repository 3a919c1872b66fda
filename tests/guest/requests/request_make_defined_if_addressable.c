// SPDX-License-Identifier: GPL-2.0-or-later
// MAKE_MEM_DEFINED_IF_ADDRESSABLE leaves alone what is not addressable.
// run:
// reject: Conditional jump
// expect: Invalid read of size 4
// next: main (request_make_defined_if_addressable.c:@OUTSIDE)
// next: is 0 bytes after a block of size 16 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile int *block = malloc(16);
  VALGRIND_MAKE_MEM_DEFINED_IF_ADDRESSABLE(block - 1, 24);
  int status = block[0] == 77 || block[3] == 78;
  status |= block[4] == 1; // @OUTSIDE
  free((void *)block);
  return status & 0;
}
