// SPDX-License-Identifier: GPL-2.0-or-later
// A range that the program has switched errors off for is named at the end if they are still off.
// run:
// reject: Invalid read
// expect: WARNING: exiting program has the following client-requested
// next: WARNING: address error disablement range(s) still in force,
// next: WARNING: possibly as a result of some mistake in the use of the
// next: WARNING: VALGRIND_{DISABLE,ENABLE}_ERROR_REPORTING_IN_RANGE macros.
// next: /^\[1\]  0x[0-9a-f]{16}-0x[0-9a-f]{16}  ClientReq$/
// next: For lists
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(10), *q = malloc(10);
  VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p, 20);
  VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(q, 20);
  seen = p[11] + q[11];
  VALGRIND_ENABLE_ADDR_ERROR_REPORTING_IN_RANGE(q, 20);
  free((void *)p);
  free((void *)q);
}
