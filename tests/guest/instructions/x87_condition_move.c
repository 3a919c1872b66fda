// SPDX-License-Identifier: GPL-2.0-or-later
// fcmov on defined flags takes the definedness of what it takes.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  double *p = undefined(8), two = 2, out;
  __asm__ volatile("fldl %1; fldl %2; xor %%eax, %%eax; fcmovne %%st(1), %%st; fstpl %0; fstp %%st(0)"
                   : "=m"(out)
                   : "m"(*p), "m"(two)
                   : "rax", "st", "cc");
  DECIDE(out > 1);
}
