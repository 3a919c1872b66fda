// SPDX-License-Identifier: GPL-2.0-or-later
// Packing with saturation: each narrow lane hangs on its wide one.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_pack.c:@narrow)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  short *p = undefined(16);
  for (int i = 0; i < 7; i++)
    p[i] = 1000 * i;
  __m128i v = _mm_loadu_si128((__m128i *)p), packed = _mm_packus_epi16(v, v);
  DECIDE(_mm_movemask_epi8(packed) & 0x7f7f);
  DECIDE(_mm_movemask_epi8(packed) & 0x8000); // @narrow
}
