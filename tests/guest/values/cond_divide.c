// SPDX-License-Identifier: GPL-2.0-or-later
// Quotient and remainder of an undefined dividend are undefined; dividing is no error.
// run:
// expect: at main (cond_divide.c:@quotient)
// expect: at main (cond_divide.c:@remainder)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), quotient = *p / 10, remainder = *p % 10;
  DECIDE(quotient > 5); // @quotient
  DECIDE(remainder > 5); // @remainder
}
