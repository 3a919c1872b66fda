// SPDX-License-Identifier: GPL-2.0-or-later
// A comparison of a value of which one bit is undefined, and the jump that depends on it, with up to 69 instructions before them: wherever blocks end, each
// of the jumps is reported.
// compare: no (of assembly that has lines but no function Memcheck tells neither)
// run: --error-limit=no
// expect: ERROR SUMMARY: 70 errors from 70 contexts
// run: --error-limit=no --engine=direct
// only: seep
// expect: ERROR SUMMARY: 70 errors from 70 contexts
// run: --error-limit=no --engine=direct --vex-guest-max-insns=1
// only: seep
// expect: ERROR SUMMARY: 70 errors from 70 contexts
// run: --error-limit=no --engine=speculative --vex-guest-max-insns=1
// only: seep
// expect: ERROR SUMMARY: 70 errors from 70 contexts
#include "../undefined.h"

unsigned char *undefined_byte;
void compare_all(void);

__asm__(".text\n"
        "compare_all:\n"
        ".set before, 0\n"
        ".rept 70\n"
        "  mov undefined_byte(%rip), %rdx\n"
        "  movzbl (%rdx), %eax\n"
        "  and $1, %eax\n"
        "  .rept before\n"
        "    lea 1(%rcx), %rcx\n"
        "  .endr\n"
        "  test %eax, %eax\n"
        "  je 1f\n"
        "  lea 2(%rcx), %rcx\n"
        "1:\n"
        "  .set before, before + 1\n"
        ".endr\n"
        "  ret\n");

int main(void)
{
  undefined_byte = undefined(1);
  compare_all();
}
