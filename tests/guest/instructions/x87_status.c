// SPDX-License-Identifier: GPL-2.0-or-later
// How undefined numbers compare is undefined in the status, until others are compared; the top of the stack is defined. What is left in
// empty registers does not matter.
// compare: no, Memcheck knows that within a block only
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_status.c:@status)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_status.c:@stored)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
static unsigned short compare(const long double *value)
{
  unsigned short status;
  __asm__ volatile("fldt %1; ftst; fnstsw %%ax; fstp %%st" : "=a"(status) : "m"(*value) : "st");
  return status;
}
int main(void)
{
  const long double *p = undefined(16), one = 1;
  long double sum = 0;
  unsigned short stored;
  unsigned short status = compare(p);
  DECIDE(status & 0x3800);
  DECIDE(status & 0x4000); // @status
  __asm__ volatile("fnstsw %0" : "=m"(stored));
  DECIDE(stored & 0x3800);
  DECIDE(stored & 0x100); // @stored
  DECIDE(compare(&one) & 0x4000);
  for (int i = 1; i < 1337; i++) {
    __asm__ volatile("fldt %0; fstp %%st" : : "m"(*p) : "st");
    sum += one / i;
  }
  DECIDE(sum > 2);
}
