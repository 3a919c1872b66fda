// SPDX-License-Identifier: GPL-2.0-or-later
// bswap and movbe turn the order of defined and undefined bytes.
// build: -mmovbe
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_byte_swap.c:@wrong)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), word;
  *(unsigned char *)p = 8;
  word = *p;
  __asm__ volatile("bswap %0" : "+r"(word));
  DECIDE(word >> 24 == 8);
  __asm__ volatile("movbe %1, %0" : "=r"(word) : "m"(*p));
  DECIDE(word >> 24 == 8);
  DECIDE((word & 0xff) == 8); // @wrong
}
