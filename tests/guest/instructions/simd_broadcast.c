// SPDX-License-Identifier: GPL-2.0-or-later
// Broadcasting an undefined element makes all lanes undefined, a defined one beside it none.
// build: -mavx2
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_broadcast.c:@all)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  int *p = undefined(8);
  p[0] = 1;
  __m256i v;
  __asm__ volatile("vpbroadcastd %1, %0" : "=x"(v) : "m"(p[0]));
  DECIDE(_mm256_movemask_epi8(v));
  __asm__ volatile("vpbroadcastd %1, %0" : "=x"(v) : "m"(p[1]));
  DECIDE(_mm256_movemask_epi8(v)); // @all
}
