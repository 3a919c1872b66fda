// SPDX-License-Identifier: GPL-2.0-or-later
// A conditional move chooses between values: that one of them is undefined matters only when it is taken.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_cmov_values.c:@taken)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE long choose(long which, long zero, long other)
{
  __asm__ volatile("test %1, %1; cmovnz %2, %0" : "+r"(zero) : "r"(which), "r"(other));
  return zero;
}
int main(void)
{
  long *p = undefined(8);
  DECIDE(choose(1, *p, 5));
  DECIDE(choose(0, 5, *p));
  DECIDE(choose(1, 5, *p)); // @taken
}
