// SPDX-License-Identifier: GPL-2.0-or-later
// A call into a heap block with nothing in it that is known to be code.
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// expect: is 0 bytes inside a block of size 64 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>
int main(void)
{
  char *block = malloc(64);
  memset(block, 0xc3, 64);
  VALGRIND_MAKE_MEM_UNDEFINED(block, 64);
  ((void (*)(void))(void *)block)();
  free(block);
}
