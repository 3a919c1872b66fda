// SPDX-License-Identifier: GPL-2.0-or-later
// One undefined value, used in two places: an error in each.
// run:
// expect: at main (cond_twice.c:@first)
// expect: at main (cond_twice.c:@second)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  volatile int *p = undefined(4);
  DECIDE(*p); // @first
  DECIDE(*p); // @second
}
