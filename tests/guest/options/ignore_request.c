// SPDX-License-Identifier: GPL-2.0-or-later
// The program may switch reports of a range off and on again.
// run:
// expect: Invalid read of size 1
// next: main (ignore_request.c:@first)
// expect: Invalid read of size 1
// next: main (ignore_request.c:@again)
// expect: Invalid write of size 1
// next: main (ignore_request.c:@beside)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
// stdout: 1 1 0
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile char *p = malloc(100);
  char sum = p[100]; // @first
  unsigned off = VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p + 100, 8);
  sum += p[100];
  p[107] = 0;
  unsigned on = VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(p + 100, 4);
  sum += p[100]; // @again
  p[104] = 1;
  p[108] = 1; // @beside
  unsigned none = VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p, 0);
  printf("%u %u %u\n", off, on, none);
  free((void *)p);
  return 0;
}
