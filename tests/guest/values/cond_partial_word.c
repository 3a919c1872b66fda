// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a word are defined one by one; a comparison of the whole needs all of them.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_partial_word.c:@whole)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(4);
  p[0] = p[1] = p[3] = 1;
  unsigned word = *(unsigned *)p;
  DECIDE((word & 0xff) == 1);
  DECIDE((unsigned short)word == 0x101);
  DECIDE(word >> 24);
  DECIDE(word == 0x01010101); // @whole
}
