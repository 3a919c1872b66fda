// SPDX-License-Identifier: GPL-2.0-or-later
// Bit-fields of words that are written bit by bit.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 1222
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct flags { unsigned a : 3, b : 7, c : 1; int d : 11; unsigned e : 20; };
static NOINLINE int use(const struct flags *f)
{
  return (f->a == 5) + (f->c ? f->b : 0) + (f->d < 0);
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    struct flags *f = undefined(sizeof *f);
    f->a = 5;
    f->c = i & 1;
    if (f->c)
      f->b = i & 31;
    f->d = -i;
    sum += use(f);
  }
  printf("%d\n", sum + 251);
}
