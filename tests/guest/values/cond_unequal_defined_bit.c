// SPDX-License-Identifier: GPL-2.0-or-later
// Two words that differ in a defined bit are unequal, whatever the undefined ones are.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
int main(void)
{
  unsigned char *p = undefined(8);
  p[0] = 1;
  unsigned word = *(unsigned *)p;
  unsigned long long_word = *(unsigned long *)p;
  __asm__ volatile("cmpl $0x100, %0; je 1f; nop; 1:" : : "r"(word) : "cc");
  __asm__ volatile("cmpq $0x100, %0; jne 1f; nop; 1:" : : "r"(long_word) : "cc");
  __asm__ volatile("testl %0, %0; jz 1f; nop; 1:" : : "r"(word) : "cc");
}
