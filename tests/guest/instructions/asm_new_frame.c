// SPDX-License-Identifier: GPL-2.0-or-later
// Moving the stack pointer down makes memory that is undefined, whatever was there.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_new_frame.c:@moved)
// expect: Uninitialised value was created by a stack allocation
// next: at main (asm_new_frame.c:@moved)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  scrub();
  __asm__ volatile("lea -128(%%rsp), %%rsp; pushq $7; testq $7, (%%rsp); jz 1f; nop; 1: popq %%rax; "
                   "lea 128(%%rsp), %%rsp"
                   : :
                   : "rax", "cc", "memory");
  __asm__ volatile("sub $1024, %%rsp; testq $7, (%%rsp); jz 1f; nop; 1: add $1024, %%rsp" // @moved
                   : :
                   : "cc", "memory");
}
