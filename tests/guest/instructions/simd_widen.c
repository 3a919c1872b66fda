// SPDX-License-Identifier: GPL-2.0-or-later
// pmovzx adds defined bits, pmovsx spreads the sign, within each lane.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_widen.c:@sign)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  char *p = undefined(16);
  for (int i = 0; i < 8; i++)
    if (i != 5)
      p[i] = i;
  __m128i v = _mm_loadl_epi64((__m128i *)p);
  __m128i zero = _mm_cvtepu8_epi16(v), sign = _mm_cvtepi8_epi16(v);
  DECIDE(_mm_movemask_epi8(zero) & ~(1 << 10));
  DECIDE(_mm_movemask_epi8(sign) & ~(3 << 10));
  DECIDE(_mm_movemask_epi8(sign) & 2 << 10); // @sign
}
