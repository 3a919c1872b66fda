// SPDX-License-Identifier: GPL-2.0-or-later
// Shuffles, unpacks, blends and alignments move undefined lanes where the data goes.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_shuffle.c:@moved)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(16);
  p[0] = 1;
  p[1] = 2;
  p[2] = 3;
  __m128i v = _mm_loadu_si128((__m128i *)p);
  DECIDE(_mm_movemask_epi8(_mm_shuffle_epi32(v, 0x24)));
  DECIDE(_mm_movemask_epi8(_mm_unpacklo_epi32(v, v)));
  DECIDE(_mm_movemask_epi8(_mm_blend_epi16(v, _mm_setzero_si128(), 0xc0)));
  DECIDE(_mm_movemask_epi8(_mm_slli_si128(v, 4)));
  DECIDE(_mm_cvtsi128_si32(_mm_alignr_epi8(v, v, 12))); // @moved
}
