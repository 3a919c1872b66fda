// SPDX-License-Identifier: GPL-2.0-or-later
// One undefined lane of 256 bits leaves the others alone.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_lanes_256.c:@tainted)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  short *p = undefined(2);
  __m256i v = _mm256_insert_epi16(_mm256_set1_epi16(9), *p, 11);
  v = _mm256_add_epi16(v, _mm256_set1_epi16(3));
  v = _mm256_mullo_epi16(v, v);
  v = _mm256_sub_epi16(v, _mm256_srli_epi16(v, 3));
  DECIDE(_mm256_extract_epi16(v, 10) + _mm256_extract_epi16(v, 12));
  DECIDE(_mm256_extract_epi16(v, 11)); // @tainted
}
