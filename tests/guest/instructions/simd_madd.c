// SPDX-License-Identifier: GPL-2.0-or-later
// pmaddwd of MMX and SSE adds two products in each lane of 32 bits: an undefined factor makes its own lane undefined and no other,
// and none where the other factor is zero.
// build: -g -O0 -mmmx -msse2
// run:
// only: seep
// expect: at main (simd_madd.c:@mmx)
// expect: at main (simd_madd.c:@sse)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  short *p = undefined(16);
  for (int i = 0; i < 7; i++)
    p[i] = (short)(i + 1);
  p[4] = 0;
  __m64 factors = _mm_setr_pi16(0, 3, 5, 7), m = _mm_madd_pi16(*(__m64 *)(p + 4), factors);
  DECIDE(_mm_cvtsi64_si32(m) == 18);
  DECIDE(_mm_cvtsi64_si32(_mm_srli_si64(m, 32)) == 35); // @mmx
  m = _mm_madd_pi16(*(__m64 *)(p + 4), _mm_setr_pi16(1, 3, 5, 0));
  DECIDE(_mm_cvtsi64_si32(_mm_srli_si64(m, 32)) == 35);
  _mm_empty();
  __m128i v = _mm_madd_epi16(*(__m128i *)p, _mm_set1_epi16(2));
  DECIDE(_mm_extract_epi16(v, 4) == 12);
  DECIDE(_mm_extract_epi16(v, 6) == 14); // @sse
}
