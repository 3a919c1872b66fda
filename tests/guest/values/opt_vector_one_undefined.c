// SPDX-License-Identifier: GPL-2.0-or-later
// One undefined element in a vectorised sum: one error, where the sum decides.
// build: -O3 -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (opt_vector_one_undefined.c:@decide)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE int sum_of(const int *values, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += values[i];
  return sum;
}
int main(void)
{
  int *values = undefined(400);
  for (int i = 0; i < 100; i++)
    if (i != 57)
      values[i] = i;
  DECIDE(sum_of(values, 100)); // @decide
}
