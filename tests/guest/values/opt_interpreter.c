// SPDX-License-Identifier: GPL-2.0-or-later
// An interpreter with computed jumps and a stack that was never cleared.
// build: -O3
// again: clang clang -gdwarf-4
// run:
// stdout: 5050
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
int main(void)
{
  static const unsigned char program[] = {0, 0, 0, 100, 1, 2, 3, 4, 6, 5};
  static const void *const labels[] = {&&push, &&swap_add, &&count_down, &&jump_back, &&drop, &&end, &&nop};
  long *stack = undefined(800), *top = stack;
  const unsigned char *code = program;
#define NEXT goto *labels[*code++]
  NEXT;
push:
  *top++ = *code++;
  NEXT;
swap_add:
  top[-2] += top[-1];
  NEXT;
count_down:
  top[-1]--;
  NEXT;
jump_back:
  if (top[-1])
    code -= 3;
  NEXT;
drop:
  top--;
  NEXT;
nop:
  NEXT;
end:
  printf("%ld\n", top[-1]);
}
