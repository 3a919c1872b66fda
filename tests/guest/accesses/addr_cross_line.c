// SPDX-License-Identifier: GPL-2.0-or-later
// Accesses over a border of cache lines, each size: as any other.
// build: -mavx
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (addr_cross_line.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  char *p = undefined(192);
  *(unsigned short *)(p + 63) = 1;
  *(unsigned *)(p + 126) = 2;
  DECIDE(*(unsigned short *)(p + 63) == 1 && *(unsigned *)(p + 126) == 2);
  _mm256_storeu_si256((__m256i *)(p + 50), _mm256_set1_epi8(3));
  DECIDE(_mm_movemask_epi8(_mm_loadu_si128((__m128i *)(p + 60))));
  DECIDE(_mm_movemask_epi8(_mm_loadu_si128((__m128i *)(p + 70)))); // @undefined
}
