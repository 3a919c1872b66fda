// SPDX-License-Identifier: GPL-2.0-or-later
// x & 0 is defined, and so are the bits an and-mask leaves out.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_and_mask.c:@kept)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(8);
  *(unsigned char *)p = 0x80;
  DECIDE(*p & 0);
  DECIDE(*p & 0xff);
  DECIDE(*p & 0x100); // @kept
}
