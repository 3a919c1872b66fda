// SPDX-License-Identifier: GPL-2.0-or-later
// 128-bit arithmetic: chains of carries over defined words.
// build: -O2
// again: clang clang -gdwarf-4
// run:
// stdout: 1 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
typedef unsigned __int128 wide;
static NOINLINE wide mix(wide a, wide b)
{
  wide c = a * b + (a << 65) - (b >> 3);
  return c % (b | 1) + c / (a | 3);
}
int main(void)
{
  volatile unsigned long seed = 0x123456789abcdef;
  wide a = seed, b = (wide)seed << 50 | 7;
  for (int i = 0; i < 20; i++) {
    wide c = mix(a, b);
    a = b + 1;
    b = c;
    if (a > b)
      a ^= b;
  }
  printf("%d %d\n", a != b, (unsigned long)(a >> 64) != 1);
}
