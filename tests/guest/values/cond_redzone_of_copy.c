// SPDX-License-Identifier: GPL-2.0-or-later
// What memcpy() is made to write below the stack pointer is gone when it returns.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: at look_below
// expect: ERROR SUMMARY: 10 errors from 1 contexts (suppressed: 0 from 0)
#include <string.h>

int look_below(const char *text);

__asm__(".text\n"
        ".globl look_below\n"
        "look_below: sub $8, %rsp\n"
        "  mov %rdi, %rsi\n"
        "  lea -100(%rsp), %rdi\n"
        "  mov $64, %edx\n"
        "  call memcpy@PLT\n"
        "  xor %eax, %eax\n"
        "  cmpb $0x37, -90(%rsp)\n"
        "  je 1f\n"
        "  nop\n"
        "1: add $8, %rsp\n"
        "  ret\n"
        ".type look_below, @function\n"
        ".size look_below, . - look_below\n");

static const char text[64] = "of the text nobody sees this, as it is below the stack";

int main(void)
{
  for (int i = 0; i < 10; i++)
    look_below(text);
  return 0;
}
