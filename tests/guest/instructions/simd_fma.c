// SPDX-License-Identifier: GPL-2.0-or-later
// Fused multiply-add, scalar and packed.
// build: -mfma -mavx2
// run:
// expect: at main (simd_fma.c:@packed)
// expect: at main (simd_fma.c:@scalar)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  double *p = undefined(32);
  p[0] = p[1] = p[3] = 2;
  __m256d v = _mm256_loadu_pd(p), one = _mm256_set1_pd(1), out = _mm256_fmadd_pd(v, one, one);
  DECIDE(_mm256_movemask_pd(out) & 0xb);
  DECIDE(_mm256_movemask_pd(out) & 4); // @packed
  DECIDE(__builtin_fma(p[0], p[1], 3) > 5);
  DECIDE(__builtin_fma(p[0], p[1], p[2]) > 5); // @scalar
}
