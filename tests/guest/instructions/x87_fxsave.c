// SPDX-License-Identifier: GPL-2.0-or-later
// fxsave and fxrstor carry registers through memory, defined and undefined ones.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_fxsave.c:@undefined)
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  char *area = undefined(512);
  __m128i v = _mm_set1_epi32(7), *p = undefined(16);
  __asm__ volatile("movdqa %1, %%xmm5; fxsave (%2); pxor %%xmm5, %%xmm5; fxrstor (%2); movdqa %%xmm5, %0"
                   : "=x"(v)
                   : "x"(v), "r"(area)
                   : "xmm5", "memory");
  DECIDE(_mm_movemask_epi8(v));
  __asm__ volatile("movdqa %1, %%xmm5; fxsave (%2); pxor %%xmm5, %%xmm5; fxrstor (%2); movdqa %%xmm5, %0"
                   : "=x"(v)
                   : "x"(*p), "r"(area)
                   : "xmm5", "memory");
  DECIDE(_mm_movemask_epi8(v)); // @undefined
}
