// SPDX-License-Identifier: GPL-2.0-or-later
// An error in an inlined function: the inlined frames are part of the stack.
// build: -O2
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at inner (opt_inlined_error.c:@inner)
// next: by outer (opt_inlined_error.c:@outer)
// next: by main (opt_inlined_error.c:@main)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static inline __attribute__((always_inline)) int inner(const volatile int *p)
{
  if (*p == 7) // @inner
    sink = 1;
  return 5;
}
static inline __attribute__((always_inline)) int outer(const volatile int *p)
{
  return inner(p) + 1; // @outer
}
int main(void)
{
  sink = outer(undefined(4)); // @main
}
