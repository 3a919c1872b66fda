// SPDX-License-Identifier: GPL-2.0-or-later
// Averages, minima, saturating sums and absolute values keep bytes apart.
// build: -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_average.c:@byte)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(16);
  for (int i = 0; i < 15; i++)
    p[i] = i;
  __m128i v = _mm_loadu_si128((__m128i *)p), ones = _mm_set1_epi8(1);
  v = _mm_avg_epu8(_mm_adds_epu8(v, ones), ones);
  v = _mm_abs_epi8(_mm_min_epu8(v, _mm_sign_epi8(v, ones)));
  DECIDE(_mm_movemask_epi8(v) & 0x7fff);
  DECIDE(_mm_movemask_epi8(v) & 0x8000); // @byte
}
