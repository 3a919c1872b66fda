// SPDX-License-Identifier: GPL-2.0-or-later
// Shifting by an undefined amount makes all of the result undefined, but is no error itself.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_shift_amount.c:@use)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(1);
  unsigned shifted = 1u << (*p & 31);
  DECIDE(shifted & 1); // @use
}
