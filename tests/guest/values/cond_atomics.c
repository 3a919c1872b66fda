// SPDX-License-Identifier: GPL-2.0-or-later
// lock xadd, xchg and or leave memory as defined as their operands are.
// run:
// expect: at main (cond_atomics.c:@added)
// expect: at main (cond_atomics.c:@old)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  int *p = undefined(4), *q = undefined(4), old, zero = 0;
  old = __atomic_exchange_n(p, 5, __ATOMIC_SEQ_CST);
  DECIDE(*p);
  DECIDE(__atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST));
  __atomic_fetch_or(q, -1, __ATOMIC_SEQ_CST);
  DECIDE(*q);
  __atomic_fetch_add(&zero, old, __ATOMIC_SEQ_CST);
  DECIDE(zero); // @added
  DECIDE(old); // @old
}
