// SPDX-License-Identifier: GPL-2.0-or-later
// long double in memory: ten bytes that count and six of padding that do not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_long_double.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long double *p = undefined(64);
  p[0] = sink + 1.5L;
  p[1] = p[0] * 2;
  DECIDE(p[1] > 2);
  DECIDE(p[2] > 2); // @undefined
}
