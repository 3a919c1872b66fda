// SPDX-License-Identifier: GPL-2.0-or-later
// vpcmpeqd of a 256-bit register with itself is all ones, which compilers use as a constant.
// build: -march=haswell
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  __m256i *p = undefined(32), v = *p;
  __asm__ volatile("vpcmpeqd %0, %0, %0" : "+x"(v));
  DECIDE(_mm256_movemask_epi8(v));
}
