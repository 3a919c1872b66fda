// SPDX-License-Identifier: GPL-2.0-or-later
// A function leaves something undefined in the register by which it is called, and which its caller then uses.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: at caller
// expect: ERROR SUMMARY: 10 errors from 1 contexts (suppressed: 0 from 0)
// stdout: 20 calls
#include <stdio.h>
#include <stdlib.h>

int caller(const long *value);

/* Only its first instruction meets undefined data; it is so long that precise code of it ends before it does. */
__asm__(".text\n"
        "callee: mov (%rdi), %rbx\n"
        "  .rept 137\n"
        "  nop\n"
        "  .endr\n"
        "  ret\n"
        ".globl caller\n"
        "caller: push %rbx\n"
        "  mov $1, %eax\n"
        "  lea callee(%rip), %rbx\n"
        "  call *%rbx\n"
        "  test %rbx, %rbx\n"
        "  je 1f\n"
        "  nop\n"
        "1: pop %rbx\n"
        "  ret\n"
        ".type caller, @function\n"
        ".size caller, . - caller\n");

int main(void)
{
  int calls = 0;
  long *undefined = malloc(1337), defined = 0;
  for (int i = 0; i < 10; i++)
    calls += caller(&defined) + caller(undefined);
  printf("%d calls\n", calls);
  free(undefined);
}
