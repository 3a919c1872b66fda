// SPDX-License-Identifier: GPL-2.0-or-later
// Arguments that go over the stack: the undefined one is found where it is used.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at many (stack_arguments.c:@eighth)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE void many(long a, long b, long c, long d, long e, long f, long g, long h)
{
  DECIDE(a + b + c + d + e + f + g == 7);
  DECIDE(h); // @eighth
}
int main(void)
{
  long *p = undefined(8);
  many(1, 1, 1, 1, 1, 1, 1, *p);
}
