// SPDX-License-Identifier: GPL-2.0-or-later
// "valid and value greater than": compilers may read the value first, and join both conditions into one.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 24 25
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct entry { _Bool valid, big; int value; };
static NOINLINE int check(const struct entry *e)
{
  return e->valid && e->value > 50;
}
static NOINLINE int any(const struct entry *e)
{
  if (!e->valid || (e->big && e->value < 50))
    return 0;
  return 1;
}
int main(void)
{
  int sum = 0, all = 0;
  for (int i = 0; i < 100; i++) {
    struct entry *e = undefined(sizeof *e);
    e->valid = i % 2;
    if (e->valid) {
      e->value = i;
      e->big = 1;
    }
    sum += check(e);
    all += any(e);
  }
  printf("%d %d\n", sum - 1, all);
}
