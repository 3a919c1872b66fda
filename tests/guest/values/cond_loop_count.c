// SPDX-License-Identifier: GPL-2.0-or-later
// What is met again and again at the same place is counted and not reported again: a branch a hundred thousand times, and a use.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_loop_count.c:@branch)
// expect: Use of uninitialised value of size 8
// next: at main (cond_loop_count.c:@use)
// expect: ERROR SUMMARY: 100004 errors from 2 contexts
#include "undefined.h"
static int items[256];
int main(void)
{
  volatile unsigned char *p = undefined(4);
  for (int i = 0; i < 100000; i++)
    DECIDE(*p); // @branch
  for (int i = 0; i < 4; i++)
    sink = items[p[i]]; // @use
}
