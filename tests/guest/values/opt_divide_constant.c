// SPDX-License-Identifier: GPL-2.0-or-later
// Division and remainder by constants: multiplications with shifts.
// build: -O2
// run:
// stdout: 3333 14285 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
int main(void)
{
  volatile int n = 100000;
  volatile unsigned long m = 100000;
  printf("%d %lu %d\n", n / 30, m / 7, n % 3);
}
