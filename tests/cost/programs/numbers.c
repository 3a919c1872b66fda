// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers of x87, SSE and AVX, flags that live across branches, long chains of additions with carry.
#include <stdio.h>

static long double root(long double n)
{
  long double guess = n / 2;
  for (int i = 0; i < 20 && guess * guess - n > 1e-9L; i++)
    guess = (guess + n / guess) / 2;
  return guess;
}

static float blend(const float *a, const float *b, int n)
{
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] > b[i] ? a[i] * b[i] : a[i] - b[i];
  return sum;
}

static unsigned long add_long(unsigned long *a, const unsigned long *b)
{
  unsigned long carry;
  __asm__ volatile("xor %0, %0\n mov (%2), %%rax\n add %%rax, (%1)\n mov 8(%2), %%rax\n adc %%rax, 8(%1)\n"
                   "mov 16(%2), %%rax\n adc %%rax, 16(%1)\n jc 1f\n jo 2f\n 1: adc $0, %0\n 2:"
                   : "=&r"(carry) : "r"(a), "r"(b) : "rax", "memory", "cc");
  return carry;
}

int main(void)
{
  float a[37], b[37];
  unsigned long c[3] = {~0ul, 7, 1}, d[3] = {1, ~0ul, ~0ul}, carries = 0;
  for (int i = 0; i < 37; i++) {
    a[i] = (float)(i * 13 % 7);
    b[i] = (float)(i * 5 % 11);
  }
  for (int i = 0; i < 9; i++)
    carries += add_long(c, d);
  printf("%.6Lf %.3f %lu\n", root(1337), (double)blend(a, b, 37), carries);
  return 0;
}
