// SPDX-License-Identifier: GPL-2.0-or-later
// setcc makes an undefined byte out of undefined flags; only its use counts, and its upper bits are known.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_setcc.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  int *p = undefined(4);
  unsigned char out;
  __asm__ volatile("cmpl $5, %1; setb %0" : "=r"(out) : "m"(*p));
  DECIDE(out & 0xfe);
  DECIDE(out); // @use
}
