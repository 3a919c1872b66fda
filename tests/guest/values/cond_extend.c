// SPDX-License-Identifier: GPL-2.0-or-later
// Sign extension spreads the top bit, zero extension adds defined bits.
// run:
// expect: at main (cond_extend.c:@sign)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(1);
  unsigned zero = *p;
  int sign = (signed char)*p;
  DECIDE(zero >> 8);
  DECIDE(sign >> 8); // @sign
}
