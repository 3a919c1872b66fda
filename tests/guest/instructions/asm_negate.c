// SPDX-License-Identifier: GPL-2.0-or-later
// neg and not, and the carry of neg, which says whether the number was zero.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_negate.c:@carry)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(8), word;
  *(unsigned char *)p = 0x0f;
  word = ~*p;
  DECIDE((word & 0xff) == 0xf0);
  word = *p;
  __asm__ volatile("neg %0" : "+r"(word));
  DECIDE((word & 0xff) == 0xf1);
  word = p[1];
  __asm__ volatile("neg %0; sbb %0, %0" : "+r"(word));
  DECIDE(word); // @carry
}
