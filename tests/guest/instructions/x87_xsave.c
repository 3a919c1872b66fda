// SPDX-License-Identifier: GPL-2.0-or-later
// xsave and xrstor of the state up to AVX.
// build: -mavx
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  char *area = undefined(1024);
  for (int i = 512; i < 576; i++)
    area[i] = 0;
  __m256i v = _mm256_set1_epi32(7);
  __asm__ volatile("vmovdqa %1, %%ymm5; xsave (%2); vpxor %%xmm5, %%xmm5, %%xmm5; xrstor (%2); vmovdqa %%ymm5, %0"
                   : "=x"(v)
                   : "x"(v), "r"(area), "a"(7), "d"(0)
                   : "xmm5", "memory");
  DECIDE(_mm_movemask_epi8(_mm256_castsi256_si128(v)));
  _mm256_zeroupper();
}
