// SPDX-License-Identifier: GPL-2.0-or-later
// Choices without branches: what was not chosen does not matter.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 2450
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
static NOINLINE int choose(int which, const int *a, const int *b)
{
  int x = *a, y = *b;
  return which ? x : y;
}
static NOINLINE int mask(int which, int a, int b)
{
  return (-which & a) | (~-which & b);
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    int *p = undefined(4), zero = 0;
    if (i & 1)
      *p = i;
    if (choose(i & 1, p, &zero) != mask(i & 1, *p, 0))
      return 1;
    sum += choose(i & 1, p, &zero) - (i & 1);
  }
  printf("%d\n", sum);
}
