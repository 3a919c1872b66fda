// SPDX-License-Identifier: GPL-2.0-or-later
// One undefined lane leaves the others alone, in adding, multiplying, shifting and comparing.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_lanes.c:@tainted)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(4);
  __m128i v = _mm_insert_epi32(_mm_setr_epi32(1, 2, 3, 4), *p, 2);
  v = _mm_add_epi32(v, _mm_set1_epi32(3));
  v = _mm_mullo_epi32(v, v);
  v = _mm_slli_epi32(v, 1);
  v = _mm_max_epi32(v, _mm_set1_epi32(40));
  DECIDE(_mm_extract_epi32(v, 0) + _mm_extract_epi32(v, 1) + _mm_extract_epi32(v, 3));
  DECIDE(_mm_extract_epi32(v, 2)); // @tainted
}
