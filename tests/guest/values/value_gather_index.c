// SPDX-License-Identifier: GPL-2.0-or-later
// A gather with an undefined index in one lane.
// build: -march=haswell
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_gather_index.c:@gather)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
static int items[256];
int main(void)
{
  unsigned char *p = undefined(1);
  __m128i where = _mm_setr_epi32(1, *p, 3, 4), out = _mm_setzero_si128(), mask = _mm_set1_epi32(-1);
  __asm__ volatile("vpgatherdd %1, (%2,%3,4), %0" // @gather
                   : "+x"(out), "+x"(mask)
                   : "r"(items), "x"(where)
                   : "memory");
}
