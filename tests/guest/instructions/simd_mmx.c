// SPDX-License-Identifier: GPL-2.0-or-later
// MMX registers have lanes too.
// build: -msse4.1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (simd_mmx.c:@lane)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <mmintrin.h>
int main(void)
{
  short *p = undefined(8);
  p[0] = p[1] = p[2] = 3;
  long out;
  __asm__ volatile("movq %1, %%mm0; paddw %%mm0, %%mm0; psllw $1, %%mm0; movq %%mm0, %0; emms"
                   : "=r"(out)
                   : "m"(*(long *)p)
                   : "mm0");
  DECIDE(out & 0xffffffffffff);
  DECIDE(out >> 48); // @lane
}
