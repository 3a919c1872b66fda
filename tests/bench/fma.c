// SPDX-License-Identifier: GPL-2.0-or-later Fused multiply-add: products of matrices, compiled for FMA, and libm's
// functions, which glibc has compiled for FMA; ARGUMENT rounds.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 48, CALLS = 20000 };

static double left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

__attribute__((target("avx2,fma"))) static void multiply(void)
{
  for (int i = 0; i < SIZE; i++)
    for (int k = 0; k < SIZE; k++)
      for (int j = 0; j < SIZE; j++)
        product[i][j] = fma(left[i][k], right[k][j], product[i][j]);
}

static void fill(int seed)
{
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      left[i][j] = (double)(i * 7 + j * seed % 31) / 16;
      right[i][j] = (double)(j * 5 - i * seed % 17) / 8;
      product[i][j] = 0;
    }
}

static double call_libm(int seed)
{
  double sum = 0;
  for (int i = 1; i <= CALLS; i++) {
    double x = (double)i / CALLS * seed;
    sum += sin(x) + exp(-x) + pow(1 + x, 0.3) + log(1 + x) + atan(x) + (double)cosf((float)x);
  }
  return sum;
}

int main(int count, char **arguments)
{
  int rounds = count > 1 ? atoi(arguments[1]) : 1;
  double sum = 0;
  for (int round = 1; round <= rounds; round++) {
    sum += call_libm(round);
    if (__builtin_cpu_supports("fma")) {
      fill(round);
      multiply();
      sum += product[round % SIZE][SIZE / 2];
    }
  }
  printf("%.17g\n", sum);
}
