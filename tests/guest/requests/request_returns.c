// SPDX-License-Identifier: GPL-2.0-or-later
// What the requests on memory return.
// run:
// stdout: make -1 -1 -1 -1
// stdout: ranges 1 0 1 0
// stdout: block 0 1, discard 0 1 0 1, bad -1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *block = calloc(1, 64);
  int a = VALGRIND_MAKE_MEM_NOACCESS(block, 64), b = VALGRIND_MAKE_MEM_UNDEFINED(block, 64);
  int c = VALGRIND_MAKE_MEM_DEFINED(block, 64), d = VALGRIND_MAKE_MEM_DEFINED_IF_ADDRESSABLE(block, 64);
  printf("make %d %d %d %d\n", a, b, c, d);
  a = VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(block, 64);
  b = VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(block, 0);
  c = VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(block, 64);
  d = VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(block, 0);
  printf("ranges %d %d %d %d\n", a, b, c, d);
  int one = VALGRIND_CREATE_BLOCK(block, 32, "one"), two = VALGRIND_CREATE_BLOCK(block + 32, 32, "two");
  int bad = VALGRIND_CREATE_BLOCK(block, 0, "none");
  a = VALGRIND_DISCARD(one), b = VALGRIND_DISCARD(one), c = VALGRIND_DISCARD(two), d = VALGRIND_DISCARD(77);
  printf("block %d %d, discard %d %d %d %d, bad %d\n", one, two, a, b, c, d, bad);
  free(block);
}
