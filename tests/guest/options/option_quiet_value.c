// SPDX-License-Identifier: GPL-2.0-or-later
// -q: errors, and nothing else.
// run: -q
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (option_quiet_value.c:@branch)
// reject: SUMMARY
// reject: Command
#include "undefined.h"
int main(void)
{
  volatile int *p = undefined(4);
  DECIDE(*p); // @branch
}
