// SPDX-License-Identifier: GPL-2.0-or-later
// Errors of values count for --error-exitcode.
// run: -q --error-exitcode=9
// exit: 9
// expect: Conditional jump or move depends on uninitialised value(s)
// reject: ERROR SUMMARY
#include "undefined.h"
int main(void)
{
  int *p = undefined(4);
  DECIDE(*p);
}
