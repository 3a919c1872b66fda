// SPDX-License-Identifier: GPL-2.0-or-later
// A conditional move on an undefined condition makes its result undefined.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_cmov.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), out = 1;
  __asm__ volatile("test %1, %1; cmovz %2, %0" : "+r"(out) : "r"(*p), "r"(2L)); 
  DECIDE(out == 2); // @use
}
