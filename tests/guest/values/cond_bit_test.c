// SPDX-License-Identifier: GPL-2.0-or-later
// bt puts one bit into the carry: only that one matters.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_bit_test.c:@bad)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4);
  *(unsigned char *)p = 8;
  __asm__ volatile("bt $3, %0; jc 1f; nop; 1:" : : "r"(*p) : "cc");
  __asm__ volatile("bt $9, %0; jc 1f; nop; 1:" : : "r"(*p) : "cc"); // @bad
}
