// SPDX-License-Identifier: GPL-2.0-or-later
// Comparing bytes for equality: each answer hangs on its byte alone.
// build: -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_compare.c:@same)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(16);
  for (int i = 0; i < 16; i++)
    if (i != 4 && i != 9)
      p[i] = 1;
  __m128i v = _mm_loadu_si128((__m128i *)p), others = _mm_setr_epi32(0x01010101, 0x02020202, 0x01010101, 0x01010101);
  unsigned mask = _mm_movemask_epi8(_mm_cmpeq_epi8(v, others));
  DECIDE(mask & 0xfdef);
  DECIDE(mask & 0x210); // @same
}
