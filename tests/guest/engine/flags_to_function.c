// SPDX-License-Identifier: GPL-2.0-or-later
// A function that reads flags which its caller has set, through a pointer: no compiler does that, and direct code says that it
// lost them, once.
// run: --engine=direct
// only: seep
// expect: reads flags of the processor that its caller has set, which were lost this time;
// expect: they are kept from now on. If the program goes wrong, use --engine=speculative.
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
  call_with_carry(0);
  int sum = 0;
  for (int i = 0; i < 1337; i++)
    sum += call_with_carry(i & 1);
  return sum != 1337 + 668;
}
