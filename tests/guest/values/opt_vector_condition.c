// SPDX-License-Identifier: GPL-2.0-or-later
// A sum over those elements that count: vectorised, the others are read and masked out.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 1683
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
static NOINLINE int sum_of(const int *counts, const int *values, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += counts[i] ? values[i] : 0;
  return sum;
}
int main(void)
{
  int counts[100], *values = undefined(400);
  for (int i = 0; i < 100; i++) {
    counts[i] = i % 3 == 0;
    if (counts[i])
      values[i] = i;
  }
  int sum = sum_of(counts, values, 100);
  if (sum > 5)
    printf("%d\n", sum);
}
