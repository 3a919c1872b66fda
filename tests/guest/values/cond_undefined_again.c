// SPDX-License-Identifier: GPL-2.0-or-later
// Defined memory becomes undefined again when an undefined value is stored there.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_undefined_again.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  static volatile long defined = 7;
  long *p = undefined(8);
  DECIDE(defined);
  defined = *p;
  DECIDE(defined); // @second
}
