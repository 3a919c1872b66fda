// SPDX-License-Identifier: GPL-2.0-or-later
// The low bits of a sum hang on the low bits of the summands only.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_add_low_bits.c:@high)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4);
  *(unsigned char *)p = 0x12;
  unsigned sum = *p + 0x101, difference = *p - 3;
  DECIDE((sum & 0xff) == 0x13);
  DECIDE((difference & 0xff) == 0x0f);
  DECIDE(sum & 0x100); // @high
}
