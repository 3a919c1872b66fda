// SPDX-License-Identifier: GPL-2.0-or-later
// A range with an undefined byte that strays out of its block: two errors, the lower address is returned.
// run:
// stdout: 3
// expect: Uninitialised byte(s) found during client check request
// expect: is 3 bytes inside a block of size 8 alloc'd
// expect: Unaddressable byte(s) found during client check request
// expect: is 0 bytes after a block of size 8 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *block = calloc(1, 8);
  VALGRIND_MAKE_MEM_UNDEFINED(block + 3, 1);
  printf("%ld\n", (long)(VALGRIND_CHECK_MEM_IS_DEFINED(block, 100) - (unsigned long)block));
  free(block);
}
