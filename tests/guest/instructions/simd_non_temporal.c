// SPDX-License-Identifier: GPL-2.0-or-later
// Streaming stores and loads, and the store of a half.
// build: -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_non_temporal.c:@upper)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  long *p = undefined(32);
  _mm_stream_si128((__m128i *)p, _mm_set1_epi32(7));
  DECIDE(p[1]);
  _mm_storel_epi64((__m128i *)(p + 2), _mm_stream_load_si128((__m128i *)p));
  DECIDE(p[2]);
  DECIDE(p[3]); // @upper
}
