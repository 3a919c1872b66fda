// SPDX-License-Identifier: GPL-2.0-or-later
// Small structures travel in registers with their padding; members come out by shifts.
// build: -O2
// again: clang clang -gdwarf-4
// run:
// stdout: 5150
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
struct small { int a; char b; short c; };
struct floats { float x, y; char z; };
static NOINLINE struct small make(int i)
{
  struct small s;
  s.a = i;
  s.b = 1;
  if (i > 1000)
    s.c = 3;
  return s;
}
static NOINLINE struct floats make_floats(struct small s)
{
  struct floats f;
  f.x = s.a;
  f.z = s.b;
  return f;
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i <= 100; i++) {
    struct small s = make(i);
    struct floats f = make_floats(s);
    if (s.b == 1 && f.z == 1 && f.x > 0)
      sum += f.x + (s.a > 50);
  }
  printf("%d\n", sum + 50);
}
