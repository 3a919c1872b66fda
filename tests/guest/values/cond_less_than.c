// SPDX-License-Identifier: GPL-2.0-or-later
// An order that hangs on undefined low bits, and one that the defined high bits decide by a shift.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_less_than.c:@equal)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(4);
  p[2] = p[3] = 1;
  unsigned word = *(unsigned *)p;
  DECIDE(word >> 16 < 0x102);
  __asm__ volatile("cmp $0x1010001, %0; jb 1f; nop; 1:" : : "r"(word) : "cc"); // @equal
}
