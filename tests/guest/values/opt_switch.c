// SPDX-License-Identifier: GPL-2.0-or-later
// A dense switch on a byte out of a word whose other bytes are undefined.
// build: -O2
// again: clang clang -gdwarf-4
// run:
// stdout: 4300
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct op { unsigned char code, a, b, c; };
static NOINLINE int run(const struct op *op, int value)
{
  switch (op->code) {
  case 0: return value + 1;
  case 1: return value - op->a;
  case 2: return value * 2;
  case 3: return value ^ 5;
  case 4: return value + op->a + op->b;
  case 5: return value / 3;
  case 6: return 42;
  case 7: return -value;
  default: return 0;
  }
}
int main(void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    struct op *op = undefined(4);
    op->code = 6;
    sum += run(op, i);
    op->code = 0;
    sum += run(op, 0);
  }
  printf("%d\n", sum);
}
