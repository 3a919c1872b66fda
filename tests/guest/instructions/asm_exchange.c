// SPDX-License-Identifier: GPL-2.0-or-later
// xchg and xadd swap values with all that is known of them.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_exchange.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), first = *p, second = 5;
  __asm__ volatile("xchg %0, %1" : "+r"(first), "+r"(second));
  DECIDE(first == 5);
  DECIDE(second == 5); // @second
}
