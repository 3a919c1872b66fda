// SPDX-License-Identifier: GPL-2.0-or-later
// Loops over any number of elements, vectorised, with their remainders.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 158175
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
static NOINLINE long sum_of(const unsigned char *p, int count)
{
  long sum = 0;
  for (int i = 0; i < count; i++)
    sum += p[i] > 30 ? p[i] : 1;
  return sum;
}
static NOINLINE void scale(unsigned char *to, const unsigned char *from, int count)
{
  for (int i = 0; i < count; i++)
    to[i] = from[i] * 3 + 1;
}
int main(void)
{
  long sum = 0;
  for (int count = 0; count < 70; count++) {
    unsigned char *from = malloc(count), *to = malloc(count);
    for (int i = 0; i < count; i++)
      from[i] = i;
    scale(to, from, count);
    sum += sum_of(to, count);
    free(from);
    free(to);
  }
  printf("%ld\n", sum);
}
