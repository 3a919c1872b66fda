// SPDX-License-Identifier: GPL-2.0-or-later
// longjmp over many frames: the stack below is free again, and later frames are undefined.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at user (stack_longjmp.c:@use)
// next: by main (stack_longjmp.c:@main)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <setjmp.h>
static jmp_buf back;
static NOINLINE void deeper(int depth)
{
  volatile char used[1000];
  for (unsigned i = 0; i < sizeof used; i++)
    used[i] = i;
  if (!depth)
    longjmp(back, 7);
  deeper(depth - 1);
}
static NOINLINE void user(void)
{
  volatile int local[500];
  DECIDE(local[250]); // @use
}
int main(void)
{
  int result = setjmp(back);
  if (!result)
    deeper(20);
  DECIDE(result == 7);
  user(); // @main
}
