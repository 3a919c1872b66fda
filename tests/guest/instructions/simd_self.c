// SPDX-License-Identifier: GPL-2.0-or-later
// pxor, xorps and pcmpeq of a register with itself are defined whatever it held.
// build: -march=haswell
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  __m256i *p = undefined(32), v = *p;
  __m128i w = _mm256_castsi256_si128(v), y = w;
  __asm__ volatile("vpxor %0, %0, %0" : "+x"(v));
  DECIDE(_mm256_movemask_epi8(v));
  __asm__ volatile("pcmpeqd %0, %0" : "+x"(w));
  DECIDE(_mm_movemask_epi8(w));
  __asm__ volatile("xorps %0, %0" : "+x"(y));
  DECIDE(_mm_movemask_epi8(y));
}
