// SPDX-License-Identifier: GPL-2.0-or-later
// cpuid, rdtsc and xgetbv give defined values; an undefined leaf makes them undefined.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  unsigned a = 0, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  DECIDE(a + b + c + d == 7);
  __asm__ volatile("rdtsc" : "=a"(a), "=d"(d));
  DECIDE(a + d == 7);
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  DECIDE(a + d == 7);
  __asm__ volatile("rdtscp" : "=a"(a), "=c"(c), "=d"(d));
  DECIDE(a + c + d == 7);
}
