// SPDX-License-Identifier: GPL-2.0-or-later
// The environment that fnstenv stores and fldenv loads is defined.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  int environment[7];
  unsigned short control;
  __asm__ volatile("fnstenv %0; fldenv %0" : "=m"(environment) : : "memory");
  for (int i = 0; i < 3; i++)
    DECIDE(environment[i]);
  __asm__ volatile("fnstcw %0; fldcw %0; fninit" : "=m"(control));
  DECIDE(control & 0xf00);
}
