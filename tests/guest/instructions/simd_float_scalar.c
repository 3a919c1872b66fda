// SPDX-License-Identifier: GPL-2.0-or-later
// Scalar floating point operations use the low lane; the undefined upper ones neither disturb nor get defined.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_float_scalar.c:@upper)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  float *p = undefined(16);
  p[0] = 2;
  __m128 v = _mm_loadu_ps(p);
  v = _mm_add_ss(v, _mm_set_ss(1));
  v = _mm_mul_ss(v, v);
  v = _mm_sqrt_ss(v);
  DECIDE(_mm_comieq_ss(v, _mm_set_ss(3)));
  DECIDE(_mm_movemask_ps(v) & 1);
  DECIDE(_mm_movemask_ps(v) & 2); // @upper
}
