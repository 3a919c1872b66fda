// SPDX-License-Identifier: GPL-2.0-or-later
// Structures compared member by member: compilers load several members at once, with the padding between.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 100
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct key { int a; short b; char c, d; char e; int f; };
static NOINLINE int same(const struct key *x, const struct key *y)
{
  return x->a == y->a && x->b == y->b && x->c == y->c && x->d == y->d && x->e == y->e && x->f == y->f;
}
int main(void)
{
  int count = 0;
  for (int i = 0; i < 100; i++) {
    struct key *x = undefined(sizeof *x), *y = undefined(sizeof *y);
    x->a = y->a = i;
    x->b = y->b = 2;
    x->c = y->c = 3;
    x->d = y->d = 4;
    x->e = y->e = 5;
    x->f = 6;
    y->f = 6 + i % 2;
    count += same(x, y) + same(y, y);
    if (i % 2)
      continue;
    y->b = 7;
    count -= !same(x, y);
  }
  printf("%d\n", count);
}
