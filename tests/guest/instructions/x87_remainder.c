// SPDX-License-Identifier: GPL-2.0-or-later
// fprem, fscale, frndint and the transcendental functions on defined numbers.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  double a = 17.5, b = 3, out;
  short status;
  __asm__ volatile("fldl %3; fldl %2; fprem; fnstsw %1; fstpl %0; fstp %%st(0)"
                   : "=m"(out), "=a"(status)
                   : "m"(a), "m"(b)
                   : "st");
  DECIDE(out == 2.5);
  DECIDE(status & 0x400);
  __asm__ volatile("fldl %2; fldl %1; fscale; fstp %%st(1); frndint; fsin; fcos; fstpl %0"
                   : "=m"(out)
                   : "m"(a), "m"(b)
                   : "st");
  DECIDE(out > 0);
  __asm__ volatile("fld1; fldl %1; fyl2x; fldl %2; fpatan; fstpl %0" : "=m"(out) : "m"(a), "m"(b) : "st");
  DECIDE(out > 0);
}
