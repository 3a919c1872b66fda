// SPDX-License-Identifier: GPL-2.0-or-later
// A packed comparison gives all ones or all zeros per lane.
// build: -mavx
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_float_compare.c:@lane)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  float *p = undefined(16);
  p[0] = p[1] = p[2] = 2;
  __m128 v = _mm_cmplt_ps(_mm_loadu_ps(p), _mm_set1_ps(3));
  DECIDE(_mm_movemask_ps(v) & 7);
  DECIDE(_mm_movemask_ps(v) & 8); // @lane
}
