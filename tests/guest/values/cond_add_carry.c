// SPDX-License-Identifier: GPL-2.0-or-later
// A chain of adc: an undefined low word makes the high one undefined, a defined one does not.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_add_carry.c:@high)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned long *p = undefined(8), low = 1, high = 0;
  __asm__ volatile("addq $5, %0; adcq $1, %1" : "+r"(low), "+r"(high));
  DECIDE(high);
  low = *p;
  __asm__ volatile("addq $5, %0; adcq $1, %1" : "+r"(low), "+r"(high));
  DECIDE(high == 2); // @high
}
