// SPDX-License-Identifier: GPL-2.0-or-later
// A local variable nobody wrote, also where an earlier call left its values.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at user (cond_stack.c:@branch)
// next: by main (cond_stack.c:@main)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE void user(void)
{
  volatile int local[10];
  DECIDE(local[5]); // @branch
}
int main(void)
{
  scrub();
  user(); // @main
}
