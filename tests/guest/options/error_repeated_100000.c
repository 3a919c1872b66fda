// SPDX-License-Identifier: GPL-2.0-or-later
// A hundred thousand times the same error: counted, not printed again.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: ERROR SUMMARY: 100000 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  volatile int *p = undefined(4);
  for (int i = 0; i < 100000; i++)
    DECIDE(*p);
}
