// SPDX-License-Identifier: GPL-2.0-or-later
// ptest with a mask that leaves the undefined lanes out.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_ptest.c:@all)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  long *p = undefined(32);
  p[0] = p[1] = p[3] = 0;
  __m256i v = _mm256_loadu_si256((__m256i *)p);
  DECIDE(_mm256_testz_si256(v, _mm256_setr_epi64x(-1, -1, 0, -1)));
  DECIDE(_mm256_testz_si256(v, v)); // @all
}
