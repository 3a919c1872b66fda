// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes put together to words, big and little end first: compilers make one load and a byte swap of it.
// build: -O2 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 1020304 4030201 102
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
static NOINLINE unsigned big(const unsigned char *p)
{
  return (unsigned)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}
static NOINLINE unsigned little(const unsigned char *p)
{
  return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
}
static NOINLINE unsigned half(const unsigned char *p)
{
  return (unsigned short)(p[0] << 8 | p[1]);
}
int main(void)
{
  unsigned char *p = undefined(8), *q = undefined(8);
  for (int i = 0; i < 4; i++)
    p[i] = i + 1;
  q[0] = 1;
  q[1] = 2;
  printf("%x %x %x\n", big(p), little(p), half(q));
}
