// SPDX-License-Identifier: GPL-2.0-or-later
// pclmulqdq multiplies the halves its constant names; the others do not matter.
// build: -mpclmul -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_carryless.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  long *p = undefined(16);
  p[0] = 0x1337;
  __m128i v = _mm_loadu_si128((__m128i *)p);
  DECIDE(_mm_movemask_epi8(_mm_clmulepi64_si128(v, v, 0x00)));
  DECIDE(_mm_movemask_epi8(_mm_clmulepi64_si128(v, v, 0x01))); // @undefined
}
