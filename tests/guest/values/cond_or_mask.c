// SPDX-License-Identifier: GPL-2.0-or-later
// Bits that an or sets are defined, whatever the other side is.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_or_mask.c:@other)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), value = *p | 0xff;
  DECIDE((value & 0xff) == 0xff);
  DECIDE((*p | 0xffffffffu) == 0xffffffffu);
  DECIDE(value & 0x100); // @other
}
