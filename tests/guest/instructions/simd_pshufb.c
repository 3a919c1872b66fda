// SPDX-License-Identifier: GPL-2.0-or-later
// pshufb with a defined mask: each byte of the result hangs on the byte it was taken from.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_pshufb.c:@taken)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  char *p = undefined(16);
  for (int i = 0; i < 15; i++)
    p[i] = i;
  __m128i v = _mm_loadu_si128((__m128i *)p), reversed;
  DECIDE(_mm_movemask_epi8(_mm_shuffle_epi8(v, _mm_set1_epi8(3))));
  DECIDE(_mm_movemask_epi8(_mm_shuffle_epi8(v, _mm_set1_epi8(-1))));
  reversed = _mm_shuffle_epi8(v, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  DECIDE(_mm_movemask_epi8(reversed) & 0xfe);
  DECIDE(_mm_movemask_epi8(reversed) & 1); // @taken
}
