// SPDX-License-Identifier: GPL-2.0-or-later
// psadbw sums eight bytes: one undefined byte makes its sum undefined and leaves the other sum alone.
// build: -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_sad.c:@sum)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(16);
  for (int i = 0; i < 15; i++)
    p[i] = i;
  __m128i v = _mm_sad_epu8(_mm_loadu_si128((__m128i *)p), _mm_setzero_si128());
  DECIDE(_mm_extract_epi64(v, 0) == 28);
  DECIDE(_mm_extract_epi64(v, 1) == 77); // @sum
}
