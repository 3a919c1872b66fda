// SPDX-License-Identifier: GPL-2.0-or-later
// CHECK_MEM_IS_DEFINED reports and returns the first undefined byte.
// run: --track-origins=yes
// stdout: good 0
// stdout: bad at 5
// expect: Uninitialised byte(s) found during client check request
// next: main (request_check_defined.c:@CHECK)
// next: is 5 bytes inside a block of size 16 alloc'd
// next: malloc
// next: main (request_check_defined.c:@MALLOC)
// next: Uninitialised value was created by a heap allocation
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *block = malloc(16); // @MALLOC
  for (int i = 0; i < 5; i++)
    block[i] = 'a';
  printf("good %lu\n", (unsigned long)VALGRIND_CHECK_MEM_IS_DEFINED(block, 5));
  unsigned long bad = VALGRIND_CHECK_MEM_IS_DEFINED(block, 16); // @CHECK
  printf("bad at %lu\n", bad - (unsigned long)block);
  free(block);
}
