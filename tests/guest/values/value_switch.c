// SPDX-License-Identifier: GPL-2.0-or-later
// A switch by a table of jumps, with an undefined value: the range is a condition, the table's place a value.
// build: -O1
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (value_switch.c:@switch)
// expect: Use of uninitialised value of size 8
// next: at main (value_switch.c:@switch)
// expect: ERROR SUMMARY:
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), value = *p & 7;
  __asm__("" : "+r"(value));
  switch (value) { // @switch
  case 0: sink = 5; break;
  case 1: scrub(); break;
  case 2: sink = 7; scrub(); break;
  case 3: sink = 1; sink = 2; break;
  case 4: sink = sink + 3; break;
  case 5: sink = sink * 2; break;
  case 6: scrub(); sink = 9; break;
  }
}
