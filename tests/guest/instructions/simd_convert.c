// SPDX-License-Identifier: GPL-2.0-or-later
// Conversions between integers and floating point, scalar and packed.
// build: -msse4.1
// run:
// expect: at main (simd_convert.c:@packed)
// expect: at main (simd_convert.c:@scalar)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(16);
  p[0] = p[1] = p[3] = 7;
  __m128 v = _mm_cvtepi32_ps(_mm_loadu_si128((__m128i *)p));
  __m128i back = _mm_cvttps_epi32(v);
  DECIDE(_mm_extract_epi32(back, 0) + _mm_extract_epi32(back, 3));
  DECIDE(_mm_extract_epi32(back, 2)); // @packed
  DECIDE((int)((double)p[2] / 2) == 9); // @scalar
}
