// SPDX-License-Identifier: GPL-2.0-or-later
// jrcxz and loop look at rcx.
// run:
// expect: at main (cond_jcxz.c:@jrcxz)
// expect: at main (cond_jcxz.c:@loop)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8), count = *p;
  __asm__ volatile("jrcxz 1f; nop; 1:" : : "c"(count)); // @jrcxz
  __asm__ volatile("1: loop 2f; nop; 2:" : "+c"(count)); // @loop
}
