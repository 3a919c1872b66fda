// SPDX-License-Identifier: GPL-2.0-or-later
// Writing a 32-bit register zeroes its upper half; writing 16 bits keeps it.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_upper_half.c:@kept)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8);
  __asm__ volatile("mov %0, %%rax; mov $5, %%eax; test %%rax, %%rax; jz 1f; nop; 1:" : : "r"(*p) : "rax", "cc");
  __asm__ volatile("mov %0, %%rax; mov $0, %%ax; test %%rax, %%rax; jz 1f; nop; 1:" : : "r"(*p) : "rax", "cc"); // @kept
}
