// SPDX-License-Identifier: GPL-2.0-or-later
// ah and al are bytes of their own.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (asm_high_bytes.c:@ah)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
int main(void)
{
  long *p = undefined(8);
  __asm__ volatile("mov %0, %%rax; mov $5, %%al; cmp $5, %%al; jne 1f; nop; 1:" : : "r"(*p) : "rax", "cc");
  __asm__ volatile("mov $5, %%rax; mov (%0), %%ah; cmp $5, %%al; jne 1f; nop; 1:" : : "r"(p) : "rax", "cc");
  __asm__ volatile("mov $5, %%rax; mov (%0), %%ah; cmp $5, %%ah; jne 1f; nop; 1:" : : "r"(p) : "rax", "cc"); // @ah
}
