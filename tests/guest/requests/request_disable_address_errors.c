// SPDX-License-Identifier: GPL-2.0-or-later
// Address errors are silent in a range, and told again when it is enabled.
// run:
// expect: Invalid read of size 1
// next: main (request_disable_address_errors.c:@OUTSIDE)
// expect: Invalid read of size 1
// next: main (request_disable_address_errors.c:@AGAIN)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile char *block = calloc(1, 8);
  VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(block + 8, 4);
  char sum = block[8] + block[11];
  sum += block[12]; // @OUTSIDE
  VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(block + 8, 4);
  sum += block[8]; // @AGAIN
  free((void *)block);
  return sum & 0;
}
