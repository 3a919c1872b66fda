// SPDX-License-Identifier: GPL-2.0-or-later
// Shifts of each lane by its own count.
// build: -mavx2
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_variable_shift.c:@count)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(16);
  p[0] = p[1] = p[2] = 3;
  __m128i v = _mm_sllv_epi32(_mm_set1_epi32(-1), _mm_loadu_si128((__m128i *)p));
  DECIDE(_mm_movemask_epi8(v) & 0xfff);
  DECIDE(_mm_movemask_epi8(v) & 0x8000); // @count
}
