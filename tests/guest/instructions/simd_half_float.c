// SPDX-License-Identifier: GPL-2.0-or-later
// Conversions to and from half precision keep lanes apart.
// build: -mf16c
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_half_float.c:@lane)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  short *p = undefined(8);
  p[0] = p[1] = p[2] = 0x3c00;
  __m128 v = _mm_cvtph_ps(_mm_loadl_epi64((__m128i *)p));
  DECIDE(_mm_movemask_ps(v) & 7);
  DECIDE(_mm_movemask_ps(v) & 8); // @lane
}
