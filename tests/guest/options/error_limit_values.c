// SPDX-License-Identifier: GPL-2.0-or-later
// More than a thousand different errors: the checker goes quiet, the program runs on.
// run:
// stdout: done
// expect: More than 1000 different errors detected.
// expect: ERROR SUMMARY: 1000 errors from 1000 contexts
// run: --error-limit=no -q
// stdout: done
// reject: More than 1000 different
#include "undefined.h"
#include <stdio.h>
#define TEN(x) x x x x x x x x x x
// In lines of their own, as one line of very much code has none in the debug information of some checkers.
#define HUNDRED TEN(TEN(__asm__ volatile("testl $1, (%0); jz 1f; nop; 1:" : : "r"(p) : "cc");))
int main(void)
{
  volatile int *p = undefined(4);
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  HUNDRED
  puts("done");
}
