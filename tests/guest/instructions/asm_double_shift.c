// SPDX-License-Identifier: GPL-2.0-or-later
// shld and shrd with a constant: bits come from both operands.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_double_shift.c:@in)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned long *p = undefined(8), out = 0x1234;
  __asm__ volatile("shld $16, %1, %0" : "+r"(out) : "r"(*p));
  DECIDE(out >> 16 == 0x1234);
  DECIDE((out & 0xffff) == 5); // @in
}
