// SPDX-License-Identifier: GPL-2.0-or-later
// --num-callers cuts the stacks of errors, and so what counts as the same error.
// run: --num-callers=2
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at third (option_num_callers.c:@third)
// next: by second (option_num_callers.c:@second)
// reject: by first
// reject: by main
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include "undefined.h"
static NOINLINE void third(volatile int *p)
{
  DECIDE(*p); // @third
}
static NOINLINE void second(volatile int *p)
{
  third(p); // @second
}
static NOINLINE void first(volatile int *p)
{
  second(p);
}
int main(void)
{
  int *p = undefined(4);
  first(p);
  second(p);
}
