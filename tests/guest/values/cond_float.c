// SPDX-License-Identifier: GPL-2.0-or-later
// Comparing undefined floating point numbers.
// run:
// expect: at main (cond_float.c:@double)
// expect: at main (cond_float.c:@float)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  double *p = undefined(8);
  float *q = undefined(4);
  __asm__ volatile("ucomisd %0, %%xmm0; ja 1f; nop; 1:" : : "x"(*p * 2.0) : "cc"); // @double
  __asm__ volatile("comiss %0, %%xmm0; ja 1f; nop; 1:" : : "x"(*q + 1.0f) : "cc"); // @float
}
