// SPDX-License-Identifier: GPL-2.0-or-later
// fild and fistp of each size; an undefined integer stays undefined on its way through.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (x87_integers.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  short small = 3;
  int middle = 5;
  long large = 7, *p = undefined(8);
  __asm__ volatile("filds %0; fistpl %1; fildl %1; fistpll %2" : "+m"(small), "+m"(middle), "+m"(large) : : "st");
  DECIDE(small + middle + large == 9);
  __asm__ volatile("fildll %1; fistpll %0" : "=m"(large) : "m"(*p) : "st");
  DECIDE(large); // @undefined
}
