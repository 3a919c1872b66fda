// SPDX-License-Identifier: GPL-2.0-or-later
// cmpxchg compares with the accumulator: an undefined old value is one error, in the branch that follows.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_compare_exchange.c:@swap)
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), expected = 0;
  *p = 0;
  DECIDE(__atomic_compare_exchange_n(p, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  DECIDE(*p == 5);
  p = undefined(8);
  DECIDE(__atomic_compare_exchange_n(p, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); // @swap
}
