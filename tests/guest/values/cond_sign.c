// SPDX-License-Identifier: GPL-2.0-or-later
// The sign of a word hangs on its top bit alone.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_sign.c:@sign)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(8);
  p[3] = 1;
  int top_known = *(int *)p;
  p[4] = 1;
  int top_unknown = ((int *)p)[1];
  __asm__ volatile("test %0, %0; js 1f; nop; 1:" : : "r"(top_known) : "cc");
  __asm__ volatile("test %0, %0; jns 1f; nop; 1:" : : "r"(top_unknown) : "cc"); // @sign
}
