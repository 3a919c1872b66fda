// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that take turns at one place of the stack, called from one place by pointer: each has its own variables.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// next: by first
// expect: Uninitialised value was created by a stack allocation
// next: first (origin_many_frames.c:@first)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// next: by second
// expect: Uninitialised value was created by a stack allocation
// next: second (origin_many_frames.c:@second)
#include "guest.h"
static NOINLINE int look(const int *p)
{
  return *p ? 1 : 2;
}
static NOINLINE int first(void)
{ // @first
  int x[40];
  return look(x + 20);
}
static NOINLINE int second(void)
{ // @second
  int x[40];
  return look(x + 20);
}
int main(void)
{
  int (*volatile functions[])(void) = {first, second};
  for (int i = 0; i < 10; i++)
    functions[i % 2]();
  return 0;
}
