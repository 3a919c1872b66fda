// SPDX-License-Identifier: GPL-2.0-or-later
// A mask of sign bits has a bit for each lane: an undefined lane makes one bit of it undefined.
// build: -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_movemask.c:@bit)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(32);
  for (int i = 0; i < 32; i++)
    if (i != 20)
      p[i] = i;
  unsigned mask = _mm256_movemask_epi8(_mm256_loadu_si256((__m256i *)p));
  DECIDE(mask & 0xffff);
  DECIDE(mask & ~(1u << 20));
  DECIDE(mask & 1u << 20); // @bit
}
