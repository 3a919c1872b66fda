// SPDX-License-Identifier: GPL-2.0-or-later
// xor r,r and sub r,r make a defined zero out of anything; sbb r,r hangs on the carry alone.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_xor_self.c:@carry)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), a = *p, b = *p, c = *p, d = *p;
  __asm__ volatile("xor %0, %0" : "+r"(a));
  __asm__ volatile("sub %0, %0" : "+r"(b));
  __asm__ volatile("clc; sbb %0, %0" : "+r"(c));
  DECIDE(a + b + c);
  __asm__ volatile("add %1, %1; sbb %0, %0" : "+r"(d) : "r"(*p));
  DECIDE(d); // @carry
}
