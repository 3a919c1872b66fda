// SPDX-License-Identifier: GPL-2.0-or-later
// blsr, andn, bextr and bzhi on partly undefined words: what the low byte decides is defined.
// build: -march=haswell
// run:
// expect: at main (cond_bmi.c:@high)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <immintrin.h>
int main(void)
{
  unsigned long *p = undefined(8), word;
  *(unsigned char *)p = 8;
  word = *p;
  DECIDE(_andn_u64(word, 0xff) == 0xf7);
  DECIDE(_bextr_u64(word, 0, 8) == 8);
  DECIDE(_bzhi_u64(word, 8) == 8);
  DECIDE((_blsr_u64(word) & 0xff) == 0);
  DECIDE(_bextr_u64(word, 4, 8) == 0); // @high
}
