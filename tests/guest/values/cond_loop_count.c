// SPDX-License-Identifier: GPL-2.0-or-later
// The same branch met five times is five errors of one context.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_loop_count.c:@branch)
// expect: ERROR SUMMARY: 5 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  volatile int *p = undefined(4);
  for (int i = 0; i < 5; i++)
    DECIDE(*p); // @branch
}
