// SPDX-License-Identifier: GPL-2.0-or-later
// x87: an undefined operand makes the result undefined, its comparison a condition.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_arithmetic.c:@compare)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  double *p = undefined(8), two = 2, out;
  __asm__ volatile("fldl %1; fldl %1; fmulp; fsqrt; fchs; fabs; fstpl %0" : "=m"(out) : "m"(two) : "st");
  DECIDE(out > 1);
  __asm__ volatile("fldl %0; fldl %1; fucomip %%st(1), %%st; fstp %%st(0); ja 1f; nop; 1:" // @compare
                   : : "m"(*p), "m"(two)
                   : "st", "cc");
}
