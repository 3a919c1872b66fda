// SPDX-License-Identifier: GPL-2.0-or-later
// GET_VBITS and SET_VBITS of memory that is not addressable return 3 and do nothing.
// run:
// stdout: 3 3 3 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  char *block = calloc(1, 8), *bits = calloc(1, 8), *large = calloc(1, 64);
  unsigned result[] = {
    VALGRIND_GET_VBITS(block, large, 9),
    VALGRIND_GET_VBITS(large, bits, 9),
    VALGRIND_SET_VBITS(block, large, 9),
    VALGRIND_SET_VBITS(large, bits, 9),
  };
  printf("%u %u %u %u\n", result[0], result[1], result[2], result[3]);
  if (VALGRIND_CHECK_MEM_IS_DEFINED(block, 8) || VALGRIND_CHECK_MEM_IS_DEFINED(large, 64))
    return 1;
  free(block);
  free(bits);
  free(large);
}
