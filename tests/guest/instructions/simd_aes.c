// SPDX-License-Identifier: GPL-2.0-or-later
// A round of AES: defined data gives a defined result, undefined data an undefined one.
// build: -maes -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_aes.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  __m128i *p = undefined(16), key = _mm_set1_epi32(0x1337), v = _mm_set1_epi8(7);
  v = _mm_aesenc_si128(v, _mm_aeskeygenassist_si128(key, 1));
  v = _mm_aesdeclast_si128(v, _mm_aesimc_si128(key));
  DECIDE(_mm_movemask_epi8(v));
  v = _mm_aesenclast_si128(*p, key);
  DECIDE(_mm_movemask_epi8(v)); // @undefined
}
