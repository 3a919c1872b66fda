// SPDX-License-Identifier: GPL-2.0-or-later
// ptest of a vector with a defined bit that is set: it is not zero, whatever the other bits are.
// build: -g -O1 -msse4.1
// run:
// only: seep
// expect: at main (simd_ptest_known.c:@unknown)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned char *p = undefined(32);
  p[7] = 0x10;
  __m128i known = _mm_loadu_si128((__m128i *)p), unknown = _mm_loadu_si128((__m128i *)(p + 16));
  __asm__ volatile("ptest %0, %0; jz 1f; nop; 1:" : : "x"(known) : "cc");
  __asm__ volatile("ptest %0, %0; jz 1f; nop; 1:" : : "x"(unknown) : "cc"); // @unknown
}
