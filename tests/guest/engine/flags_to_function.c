// SPDX-License-Identifier: GPL-2.0-or-later
// A function that reads flags which its caller has set, through a pointer: no compiler does that, but it gets them, also the first time.
// run: --engine=direct
// only: seep
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>

int add_carry(void), call_with_carry(int carry);
int (*volatile through)(void);

__asm__(".text\n"
        "add_carry: mov $1, %eax\n"
        "  adc $0, %eax\n"
        "  ret\n"
        "call_with_carry: sub $8, %rsp\n"
        "  neg %edi\n"
        "  call *through(%rip)\n"
        "  add $8, %rsp\n"
        "  ret\n");

int main(void)
{
  through = add_carry;
  int sum = call_with_carry(1) - 2;
  for (int i = 0; i < 1337; i++)
    sum += call_with_carry(i & 1);
  return sum != 1337 + 668;
}
