// SPDX-License-Identifier: GPL-2.0-or-later
// pcmpistri over a string whose tail was never written: the bytes behind the zero do not count.
// build: -msse4.2
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_string_compare.c:@explicit)
// expect: ERROR SUMMARY:
#include "undefined.h"
#include <immintrin.h>
#include <string.h>
int main(void)
{
  char *p = undefined(16), defined[16] = "abc";
  strcpy(p, "xyc");
  __m128i set = _mm_loadu_si128((__m128i *)defined), v = _mm_loadu_si128((__m128i *)p);
  DECIDE(_mm_cmpistri(set, set, 0) == 0);
  DECIDE(_mm_cmpestri(set, 3, v, 16, 0) == 2); // @explicit
}
