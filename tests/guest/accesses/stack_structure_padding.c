// SPDX-License-Identifier: GPL-2.0-or-later
// A structure with padding, copied, passed and returned by value.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
struct holes { char a; long b; char c; };
static NOINLINE struct holes change(struct holes value)
{
  value.b += value.a;
  return value;
}
int main(void)
{
  struct holes one, two;
  one.a = 1;
  one.b = 2;
  one.c = 3;
  two = change(one);
  two = change(two);
  DECIDE(two.b == 4 && two.c == 3);
}
