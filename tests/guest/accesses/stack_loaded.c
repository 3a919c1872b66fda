// SPDX-License-Identifier: GPL-2.0-or-later
// The stack pointer is loaded from memory, as virtual machines do behind calls: what it leaves behind is given up, what
// lies above stays; between a comparison and what reads its flags, too. From a word of another stack it goes there and
// back.
// run:
// stdout: 7 1 55
// expect: Invalid read of size 4
// next: at look
// expect: Invalid read of size 4
// next: at look_between
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "guest.h"
#include <stdio.h>
#include <sys/mman.h>
int look(void), look_between(int), on_other_stack(long *end, int (*function)(int), int argument);
#define LOOK(name, before, after) \
  ".type " name ", @function\n" \
  name ":\n" \
  "  movq %rsp, %rax\n" \
  "  subq $776, %rsp\n" \
  "  andq $-16, %rsp\n" \
  "  movq %rax, (%rsp)\n" \
  "  movl $7, 256(%rsp)\n" \
  "  leaq 256(%rsp), %rdx\n" \
  before \
  "  movq (%rsp), %rsp\n" \
  "  movl (%rdx), %eax\n" \
  after \
  "  ret\n" \
  ".size " name ", . - " name "\n"
__asm__(LOOK("look", "", "")
        LOOK("look_between", "  cmpl $3, %edi\n", "  sete %al\n  movzbl %al, %eax\n")
        ".type on_other_stack, @function\n"
        "on_other_stack:\n"
        "  leaq -64(%rdi), %rax\n"
        "  movq %rax, -8(%rdi)\n"
        "  movq %rsp, -16(%rdi)\n"
        "  movl %edx, -24(%rdi)\n"
        "  pushq %rbx\n"
        "  movq %rdi, %rbx\n"
        "  movl -24(%rdi), %edi\n"
        "  movq -8(%rbx), %rsp\n"
        "  call *%rsi\n"
        "  movq -16(%rbx), %rsp\n"
        "  movq -8(%rsp), %rbx\n"
        "  ret\n"
        ".size on_other_stack, . - on_other_stack\n");
static NOINLINE int sum_to(int n)
{
  volatile int here = n;
  return n == 0 ? 0 : here + sum_to(n - 1);
}
int main(void)
{
  enum { BYTES = 1 << 16 };
  char *const stack = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int seen = look(), is_three = look_between(3);
  int sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += on_other_stack((long *)(stack + BYTES), sum_to, i) - on_other_stack((long *)(stack + BYTES), sum_to, i - 1);
  printf("%d %d %d\n", seen, is_three, sum);
}
