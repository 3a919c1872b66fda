// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions of several parts, tables of jumps, recursion, calls by pointers.
#include <stdio.h>

static unsigned state = 1337;

static unsigned next(void)
{
  return state = state * 1664525 + 1013904223;
}

static int twice(int n)
{
  return 2 * n;
}

static int thrice(int n)
{
  return 3 * n;
}

static int choose(unsigned n)
{
  switch (n % 9) {
  case 0: return 17;
  case 1: return -3;
  case 2: return (int)n;
  case 3: return twice((int)n & 7);
  case 5: return 99;
  case 7: return n > 1u << 31 && n < 3u << 30 ? 1 : 2;
  default: return 0;
  }
}

static int climb(int n)
{
  return n < 2 ? n : climb(n - 1) + climb(n - 2);
}

int main(void)
{
  int (*const functions[])(int) = {twice, thrice, climb};
  long sum = climb(9);
  for (int i = 0; i < 200; i++) {
    const unsigned a = next(), b = next();
    if (a > b && (a & 4) && !(b & 2))
      sum += choose(a);
    else if (a < b || (a ^ b) % 3 == 0)
      sum -= choose(b);
    sum += functions[a % 3]((int)(b % 7));
  }
  printf("%ld\n", sum);
  return 0;
}
