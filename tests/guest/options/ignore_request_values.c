// SPDX-License-Identifier: GPL-2.0-or-later
// What is read from ignored memory counts as defined.
// run:
// reject: uninitialised
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  volatile int *p = malloc(100);
  VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p + 25, 8);
  if (p[25] == 5)
    p[0] = 1;
  free((void *)p);
  return 0;
}
