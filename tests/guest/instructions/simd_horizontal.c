// SPDX-License-Identifier: GPL-2.0-or-later
// Horizontal sums: a pair with an undefined half is undefined, the other pairs are not.
// build: -mssse3 -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_horizontal.c:@pair)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(16);
  p[0] = p[1] = p[2] = 1;
  __m128i v = _mm_hadd_epi32(_mm_loadu_si128((__m128i *)p), _mm_setzero_si128());
  DECIDE(_mm_extract_epi32(v, 0) + _mm_extract_epi32(v, 2));
  DECIDE(_mm_extract_epi32(v, 1)); // @pair
}
