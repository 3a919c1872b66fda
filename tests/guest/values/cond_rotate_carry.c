// SPDX-License-Identifier: GPL-2.0-or-later
// rcl brings the carry in at the bottom and takes the top out.
// run:
// expect: at main (cond_rotate_carry.c:@top)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned *p = undefined(4), word = *p;
  unsigned char carry;
  __asm__ volatile("stc; rcl $1, %0; setc %1" : "+r"(word), "=q"(carry));
  DECIDE(carry); // @top
}
