// SPDX-License-Identifier: GPL-2.0-or-later
// Writing over undefined bytes makes them defined, in any mixture of sizes.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cond_clear_by_write.c:@left)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *p = undefined(16);
  *(short *)(p + 1) = 1;
  *(int *)(p + 3) = 2;
  *p = 3;
  DECIDE(*(long *)p & 0xffffffffffffff);
  DECIDE(*(long *)p < 0); // @left
}
