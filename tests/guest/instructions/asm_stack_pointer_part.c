// SPDX-License-Identifier: GPL-2.0-or-later
// The lowest 16 or 8 bits of the stack pointer are written: the stack moves, and what leaves it is given up.
// run:
// expect: Invalid read of size 8
// next: main (asm_stack_pointer_part.c:@BELOW)
// expect: ERROR SUMMARY: 2 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  char *stack = aligned_alloc(65536, 131072);
  long out = 0;
  void *old;
  __asm__ volatile("mov %%rsp, %1\n lea 70000(%2), %%rsp\n mov %%esp, %%ebx\n sub $1337, %%ebx\n mov %%bx, %%sp\n"
                   "and $0xfff0, %%sp\n push $7\n pop %0\n movb $0x80, %%spl\n push $8\n add (%%rsp), %0\n"
                   "mov %1, %%rsp"
                   : "=&r"(out), "=&r"(old)
                   : "r"(stack)
                   : "memory", "rbx", "cc");
  DECIDE(out == 15);
  __asm__ volatile("mov %%rsp, %0; lea 70000(%1), %%rsp; mov %%esp, %%ebx; add $-1336, %%rsp; mov %%bx, %%sp; " // @BELOW
                   "addq $1, -672(%%rsp); mov %0, %%rsp"
                   : "=&r"(old)
                   : "r"(stack)
                   : "memory", "rbx", "cc");
  free(stack);
}
