// SPDX-License-Identifier: GPL-2.0-or-later
// MAKE_MEM_DEFINED: declared values may be used; memory becomes accessible too.
// run:
// reject: Conditional jump
// reject: Invalid
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile int *block = malloc(16);
  VALGRIND_MAKE_MEM_DEFINED(block, 20);
  int status = block[0] == 77 || block[4] == 78;
  free((void *)block);
  return status;
}
