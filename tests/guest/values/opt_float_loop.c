// SPDX-License-Identifier: GPL-2.0-or-later
// A floating point kernel, vectorised, with a reduction and a tail.
// build: -O3 -march=haswell -ffast-math
// again: clang clang -gdwarf-4
// run:
// stdout: 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
static NOINLINE double dot(const double *a, const double *b, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] > 2 ? a[i] * b[i] : -b[i];
  return sum;
}
int main(void)
{
  double *a = malloc(101 * sizeof *a), *b = malloc(101 * sizeof *b);
  for (int i = 0; i < 101; i++) {
    a[i] = i % 7;
    b[i] = 1.0 / (i + 1);
  }
  printf("%d\n", dot(a, b, 101) > 1 && dot(a + 1, b, 99) > dot(a, b, 3));
  free(a);
  free(b);
}
