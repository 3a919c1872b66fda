// SPDX-License-Identifier: GPL-2.0-or-later
// What is known of undefined bits does not depend on where a block of code begins. Constants stand before the load that finds
// undefined bits, the operations that rely on them behind it.
// compare: no, Memcheck does not know that these are decided
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"

int main(void)
{
  unsigned char *bytes = undefined(64);
  // One bit times a power of two is one bit.
  __asm__ volatile("mov $8, %%eax; movzbl (%0), %%ecx; and $1, %%ecx; imul %%eax, %%ecx; test $0xf7, %%cl; jz 1f; nop; 1:"
                   : : "r"(bytes)
                   : "rax", "rcx", "cc");
  // Up to 15 is less than 100.
  __asm__ volatile("mov $100, %%eax; movzbl (%0), %%ecx; and $15, %%ecx; cmp %%eax, %%ecx; jb 1f; nop; 1:"
                   : : "r"(bytes)
                   : "rax", "rcx", "cc");
  // 64 and up to 15 more, less a multiple of 16, is 16 at least.
  __asm__ volatile("mov $48, %%eax; movzbl (%0), %%ecx; and $15, %%ecx; or $64, %%ecx; sub %%eax, %%ecx; test $0x30, %%cl; "
                   "jz 1f; nop; 1:"
                   : : "r"(bytes)
                   : "rax", "rcx", "cc");
  // An or has no carry, and up to 15 is less than 100, though the branch stands in another block.
  __asm__ volatile("lea 1f(%%rip), %%rdx; movzbl (%0), %%ecx; or $1, %%ecx; jmp *%%rdx; 1: jb 2f; nop; 2:"
                   : : "r"(bytes)
                   : "rcx", "rdx", "cc");
  __asm__ volatile("lea 1f(%%rip), %%rdx; movzbl (%0), %%ecx; and $15, %%ecx; cmp $100, %%ecx; jmp *%%rdx; 1: jl 2f; nop; 2:"
                   : : "r"(bytes)
                   : "rcx", "rdx", "cc");
  return 0;
}
