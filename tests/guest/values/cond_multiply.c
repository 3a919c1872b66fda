// SPDX-License-Identifier: GPL-2.0-or-later
// A product of an undefined factor is undefined; its trailing zeros from the other factor are known.
// run:
// expect: at main (cond_multiply.c:@product)
// expect: at main (cond_multiply.c:@upper)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "undefined.h"
int main(void)
{
  unsigned long *p = undefined(8), low = *p, high;
  DECIDE(*p * 3 == 5); // @product
  __asm__ volatile("mulq %2" : "+a"(low), "=d"(high) : "r"(7L));
  DECIDE(high); // @upper
}
