// SPDX-License-Identifier: GPL-2.0-or-later
// What SSE has met is seen in MXCSR, which the program looks at in one place only.
// run:
// stdout: none, invalid, overflow
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// compare: no, Valgrind keeps no exceptions of SSE
#include <stdio.h>
#include <xmmintrin.h>

static __attribute__((noinline)) unsigned exceptions(void)
{
  unsigned seen = _mm_getcsr() & _MM_EXCEPT_MASK & ~_MM_EXCEPT_INEXACT;
  _mm_setcsr(_mm_getcsr() & ~_MM_EXCEPT_MASK);
  return seen;
}

int main(void)
{
  volatile double zero = 0, large = 1e300;
  const char *first = exceptions() == 0 ? "none" : "some";
  zero = zero / zero;
  const char *second = exceptions() == _MM_EXCEPT_INVALID ? "invalid" : "other";
  large = large * large;
  const char *third = exceptions() == _MM_EXCEPT_OVERFLOW ? "overflow" : "other";
  printf("%s, %s, %s\n", first, second, third);
}
