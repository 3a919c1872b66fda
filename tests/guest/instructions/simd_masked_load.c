// SPDX-License-Identifier: GPL-2.0-or-later
// Lanes that a masked load leaves out are zero; with a mask of undefined bits the lane is undefined.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_masked_load.c:@lane)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(16);
  p[0] = p[2] = 5;
  __m128i v = _mm_maskload_epi32(p, _mm_setr_epi32(-1, 0, -1, 0)), all = _mm_maskload_epi32(p, _mm_set1_epi32(-1));
  DECIDE(_mm_movemask_epi8(v));
  DECIDE(_mm_movemask_epi8(all) & 0xf0f);
  DECIDE(_mm_movemask_epi8(all) & 0xf0f0); // @lane
}
