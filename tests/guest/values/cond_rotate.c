// SPDX-License-Identifier: GPL-2.0-or-later
// Rotations carry undefined bits around.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_rotate.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4);
  *(unsigned char *)p = 3;
  unsigned left = *p, right = *p;
  __asm__ volatile("rol $8, %0" : "+r"(left));
  __asm__ volatile("ror $8, %0" : "+r"(right));
  DECIDE(left >> 8 & 0xff);
  DECIDE(right >> 24);
  DECIDE(left & 0x40); // @use
}
