// SPDX-License-Identifier: GPL-2.0-or-later
// Packed floating point: an undefined lane stays in its lane.
// build: -mavx
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_float_packed.c:@lane)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  double *p = undefined(32);
  p[0] = p[1] = p[3] = 2;
  __m256d v = _mm256_loadu_pd(p);
  v = _mm256_div_pd(_mm256_add_pd(v, v), _mm256_set1_pd(-3));
  DECIDE(_mm256_movemask_pd(v) & 0xb);
  DECIDE(_mm256_movemask_pd(v) & 4); // @lane
}
