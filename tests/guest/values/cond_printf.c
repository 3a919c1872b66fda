// SPDX-License-Identifier: GPL-2.0-or-later
// printf of an undefined number: errors inside libc, with the caller in the stack.
// run:
// expect: uninitialised value
// expect: by printf
// next: by main (cond_printf.c:@printf)
// expect: ERROR SUMMARY:
#include "undefined.h"
#include <stdio.h>
int main(void)
{
  int *p = undefined(4);
  *p &= 0xff;
  printf("%d\n", *p); // @printf
}
