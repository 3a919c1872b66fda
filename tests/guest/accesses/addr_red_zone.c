// SPDX-License-Identifier: GPL-2.0-or-later
// The 128 bytes below the stack pointer may be used.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
int main(void)
{
  int value = 7;
  __asm__ volatile("movl $7, -128(%%rsp); movl -128(%%rsp), %0; testl %0, %0; jz 1f; nop; 1:"
                   : "=r"(value)
                   : : "memory");
  return value - 7;
}
