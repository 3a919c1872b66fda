// SPDX-License-Identifier: GPL-2.0-or-later
// A transaction fails where it begins, in each form of its beginning, and the program goes on where it says.
// compare: no, VEX knows one form
// run:
// stdout: 8 8 8 8 8
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// only: seep
#include <stdio.h>
int main(void)
{
  unsigned long plain, wide, narrow, wide_narrow, back;
  __asm__ volatile("mov $-1, %0; .byte 0xc7, 0xf8; .long 1f - (. + 4); hlt; 1:" : "=a"(plain));
  __asm__ volatile("mov $-1, %0; .byte 0x48, 0xc7, 0xf8; .long 1f - (. + 4); hlt; 1:" : "=a"(wide));
  __asm__ volatile("mov $-1, %0; .byte 0x66, 0x41, 0xc7, 0xf8, 1, 0; hlt; 1:" : "=a"(narrow));
  __asm__ volatile("mov $-1, %0; .byte 0x66, 0x48, 0xc7, 0xf8, 1, 0, 0, 0; hlt; 1:" : "=a"(wide_narrow));
  __asm__ volatile("mov $-1, %0; jmp 2f; hlt; 1: jmp 3f; 2: .byte 0x66, 0xc7, 0xf8, 0xf9, 0xff; hlt; 3:" : "=a"(back));
  printf("%lu %lu %lu %lu %lu\n", plain, wide, narrow, wide_narrow, back);
  return 0;
}
