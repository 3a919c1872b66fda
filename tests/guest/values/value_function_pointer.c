// SPDX-License-Identifier: GPL-2.0-or-later
// A call through an undefined function pointer.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_function_pointer.c:@call)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static void one(void) { sink = 1; }
int main(void)
{
  void (**p)(void) = undefined(8);
  __asm__ volatile("call *%0" : : "r"((long)one ^ (*(long *)p & 1 & *(long *)p >> 63)) : "memory", "rax"); // @call
}
