// SPDX-License-Identifier: GPL-2.0-or-later
// cmpxchg16b on undefined data: whether it swapped counts as defined, the old value it returns does not.
// build: -mcx16
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_compare_exchange_16.c:@old)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE long swap(long *p)
{
  long low = 9, high = 0;
  __asm__ volatile("lock cmpxchg16b (%2); jz 1f; nop; 1:"
                   : "+a"(low), "+d"(high)
                   : "r"(p), "b"(1L), "c"(2L)
                   : "cc", "memory");
  return high;
}
int main(void)
{
  long *p = undefined(16);
  p[0] = p[1] = 0;
  DECIDE(swap(p));
  DECIDE(p[0] + p[1]);
  p = undefined(16);
  p[0] = 0;
  DECIDE(swap(p)); // @old
}
