// SPDX-License-Identifier: GPL-2.0-or-later
// bsf is defined when a defined bit is set below all undefined ones.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_bit_scan.c:@bad)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned long *p = undefined(16), out;
  *(unsigned char *)p = 8;
  __asm__ volatile("bsfq %1, %0" : "=r"(out) : "r"(p[0]) : "cc");
  DECIDE(out == 3);
  *(unsigned char *)(p + 1) = 0;
  __asm__ volatile("bsfq %1, %0" : "=r"(out) : "r"(p[1] | 1UL << 63) : "cc");
  DECIDE(out == 3); // @bad
}
