// SPDX-License-Identifier: GPL-2.0-or-later
// vperm2i128, vpermq and vpermd with defined control.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_permute.c:@taken)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  long *p = undefined(32);
  p[0] = p[1] = p[2] = 1;
  __m256i v = _mm256_loadu_si256((__m256i *)p);
  DECIDE(_mm256_movemask_epi8(_mm256_permute2x128_si256(v, v, 0)));
  DECIDE(_mm256_movemask_epi8(_mm256_permute4x64_epi64(v, 0x24)));
  DECIDE(_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 0, 1))));
  DECIDE(_mm256_movemask_epi8(_mm256_permute4x64_epi64(v, 0x27))); // @taken
}
