// SPDX-License-Identifier: GPL-2.0-or-later
// A branch on a word nobody wrote.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_branch.c:@branch)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  int *p = undefined(4);
  DECIDE(*p == 7); // @branch
}
