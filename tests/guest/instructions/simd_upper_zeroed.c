// SPDX-License-Identifier: GPL-2.0-or-later
// A VEX instruction of 128 bits zeroes the upper half of the register, vzeroupper all of them.
// build: -mavx2
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  __m256i *p = undefined(32), v = *p, w = *p;
  __asm__ volatile("vpxor %x0, %x0, %x0" : "+x"(v));
  DECIDE(_mm256_movemask_epi8(v));
  __asm__ volatile("vmovdqu %1, %%ymm5; vzeroupper; vpxor %%xmm6, %%xmm6, %%xmm6; "
                   "movdqa %%xmm6, %%xmm5; vmovdqu %%ymm5, %0"
                   : "=m"(w)
                   : "m"(*p)
                   : "xmm5", "xmm6");
  DECIDE(_mm256_movemask_epi8(w));
}
