// SPDX-License-Identifier: GPL-2.0-or-later
// A frame that another function filled is undefined for the next one at the same place.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at second (stack_frame_reused.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static NOINLINE void first(void)
{
  volatile int local[10];
  for (int i = 0; i < 10; i++)
    local[i] = i;
}
static NOINLINE void second(void)
{
  volatile int local[10];
  DECIDE(local[5]); // @use
}
int main(void)
{
  first();
  second();
}
