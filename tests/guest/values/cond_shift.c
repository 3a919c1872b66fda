// SPDX-License-Identifier: GPL-2.0-or-later
// A shift moves undefined bits along and brings in defined ones.
// run:
// expect: at main (cond_shift.c:@left)
// expect: at main (cond_shift.c:@arithmetic)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4);
  *(unsigned char *)p = 1;
  DECIDE((*p << 24) == 1 << 24);
  DECIDE((*p << 16) == 1 << 16); // @left
  DECIDE(*p >> 31 > 1);
  int arithmetic = (int)*p >> 31;
  DECIDE(arithmetic); // @arithmetic
}
