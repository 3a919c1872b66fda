// SPDX-License-Identifier: GPL-2.0-or-later
// What a function returns undefined comes from its frame, although that is gone when the value is used.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_stack_callee.c:@use)
// next: Uninitialised value was created by a stack allocation
// next: give (origin_stack_callee.c:@made)
#include "guest.h"
static NOINLINE int give(void)
{ // @made
  volatile int x;
  return x;
}
int main(void)
{
  if (give()) // @use
    __asm__ volatile("");
  return 0;
}
