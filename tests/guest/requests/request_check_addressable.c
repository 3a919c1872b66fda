// SPDX-License-Identifier: GPL-2.0-or-later
// CHECK_MEM_IS_ADDRESSABLE reports and returns the first bad address; undefined memory is all right.
// run:
// stdout: good 0
// stdout: bad at 16
// expect: Unaddressable byte(s) found during client check request
// next: main (request_check_addressable.c:@CHECK)
// next: is 0 bytes after a block of size 16 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *block = malloc(16);
  printf("good %lu\n", (unsigned long)VALGRIND_CHECK_MEM_IS_ADDRESSABLE(block, 16));
  unsigned long bad = VALGRIND_CHECK_MEM_IS_ADDRESSABLE(block, 17); // @CHECK
  printf("bad at %lu\n", bad - (unsigned long)block);
  free(block);
}
