// SPDX-License-Identifier: GPL-2.0-or-later
// What the stack gives up and takes again is undefined, even within one function that does nothing else and returns.
// run:
// expect: Conditional jump or move depends on uninitialised value
// next: at main (cond_stack_again.c:@here)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int again(void);
__asm__(
  "again:\n"
  "  subq $1024, %rsp\n"
  "  movl $1, 256(%rsp)\n"
  "  addq $1024, %rsp\n"
  "  movl (%rsp), %ecx\n"
  "  subq $1024, %rsp\n"
  "  movl 256(%rsp), %eax\n"
  "  addq $1024, %rsp\n"
  "  ret\n");
int main(void)
{
  DECIDE(again()); // @here
}
