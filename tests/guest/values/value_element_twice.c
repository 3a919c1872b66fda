// SPDX-License-Identifier: GPL-2.0-or-later
// An element with an undefined index is read and then written, each time by an address of its own: one error.
// run:
// expect: Use of uninitialised value of size 8
// next: main (value_element_twice.c:@TWICE)
// expect: Use of uninitialised value of size 8
// next: main (value_element_twice.c:@LOOP)
// expect: ERROR SUMMARY: 4 errors from 2 contexts
#include "undefined.h"

int main(void)
{
  static int table[1337];
  unsigned char *indices = undefined(64);
  __asm__ volatile("movzbl (%1), %%ecx; mov 16(%0,%%rcx,4), %%eax; sub $1, %%eax; mov %%eax, 16(%0,%%rcx,4)" // @TWICE
                   : : "r"(table), "r"(indices)
                   : "memory", "rax", "rcx");
  __asm__ volatile("mov $3, %%edx; 1: movzbl (%1,%%rdx), %%ecx; incl (%0,%%rcx,4); mov (%0,%%rcx,4), %%eax; " // @LOOP
                   "add %%edx, (%0,%%rcx,4); dec %%edx; jnz 1b"
                   : : "r"(table), "r"(indices)
                   : "memory", "rax", "rcx", "rdx", "cc");
  return 0;
}
