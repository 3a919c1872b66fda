// SPDX-License-Identifier: GPL-2.0-or-later
// With --undef-value-errors=no checks of definedness only find memory that is not there.
// run: --undef-value-errors=no
// expect: Unaddressable byte(s) found during client check request
// reject: Uninitialised
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  char *block = calloc(1, 8);
  VALGRIND_CHECK_MEM_IS_DEFINED(block, 9);
  free(block);
}
