// SPDX-License-Identifier: GPL-2.0-or-later
// --exit-on-first-error ends the program with the first undefined branch.
// run: --exit-on-first-error=yes --error-exitcode=9
// exit: 9
// expect: at main (error_first_value_exits.c:@first)
// reject: second
#include "undefined.h"
#include <stdio.h>
int main(void)
{
  volatile int *p = undefined(4);
  DECIDE(*p); // @first
  puts("never printed");
}
