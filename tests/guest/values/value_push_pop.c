// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined values go over the stack and back unnoticed.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (value_push_pop.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), out, zero = 0;
  __asm__ volatile("lea -128(%%rsp), %%rsp; push %1; push %2; pop %0; pop %0; lea 128(%%rsp), %%rsp"
                   : "=&r"(out)
                   : "r"(zero), "r"(*p)
                   : "memory");
  DECIDE(out);
  __asm__ volatile("lea -128(%%rsp), %%rsp; push %1; pop %0; lea 128(%%rsp), %%rsp" : "=&r"(out) : "r"(*p) : "memory");
  DECIDE(out); // @use
}
