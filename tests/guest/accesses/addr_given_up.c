// SPDX-License-Identifier: GPL-2.0-or-later
// Functions look at their frame after the stack pointer has left it, just before they return; one between a comparison
// and what reads its flags.
// run:
// expect: Invalid read of size 4
// next: at look
// expect: Invalid read of size 4
// next: at look_between
// expect: ERROR SUMMARY: 2 errors from 2 contexts
int look(void), look_between(void);
#define LOOK(name, before, after) \
  ".type " name ", @function\n" \
  name ":\n" \
  "  subq $1024, %rsp\n" \
  "  movl $1, 256(%rsp)\n" \
  "  leaq 256(%rsp), %rcx\n" \
  "  addq $1024, %rsp\n" \
  before \
  "  movl (%rcx), %eax\n" \
  after \
  "  ret\n" \
  ".size " name ", . - " name "\n"
__asm__(LOOK("look", "", "") LOOK("look_between", "  testl %edi, %edi\n", "  sete %dl\n"));
int main(void)
{
  return look() - look_between();
}
