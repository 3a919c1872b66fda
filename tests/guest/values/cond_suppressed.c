// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions are suppressed by Cond and by its old name Value0.
// file: a.supp
//| {
//|   by Cond
//|   Memcheck:Cond
//|   fun:first
//| }
//| {
//|   by Value0
//|   Memcheck:Value0
//|   fun:second
//| }
// run: --suppressions=$WORK/a.supp
// reject: at first
// reject: at second
// expect: at third (cond_suppressed.c:@third)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 3 from 2)
#include "undefined.h"
static NOINLINE void first(volatile int *p)
{
  DECIDE(*p);
}
static NOINLINE void second(volatile int *p)
{
  DECIDE(*p);
}
static NOINLINE void third(volatile int *p)
{
  DECIDE(*p); // @third
}
int main(void)
{
  int *p = undefined(4);
  for (int i = 0; i < 2; i++)
    first(p);
  second(p);
  third(p);
}
