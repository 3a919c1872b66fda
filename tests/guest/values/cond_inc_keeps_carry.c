// SPDX-License-Identifier: GPL-2.0-or-later
// inc and dec set the zero flag anew, whatever the carry before was made of.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), one = 1;
  unsigned char zero_flag;
  __asm__ volatile("addl $5, %2; incl %1; setz %0" : "=q"(zero_flag), "+r"(one) : "r"(*p));
  DECIDE(zero_flag);
}
