// SPDX-License-Identifier: GPL-2.0-or-later
// A guard page above a stack, in the same mapping, ends the stack when frames are looked for there.
// compare: no (Memcheck ends with an internal error)
// run:
// expect: 2,674 bytes in 2 blocks are definitely lost
// next: malloc (
// next: allocate (closed_page_stack.c:
// reject: Run did not finish
// reject: INTERNAL ERROR
#include "closed_page.h"
#include <stdlib.h>

static void __attribute__((noinline, used)) allocate(void)
{
  volatile void *lost = malloc(1337);
  lost = NULL;
}

// Says nothing of its frame; the base pointer leads into the guard page.
void on_stack(void *stack, void *base);
__asm__(".text\n"
        ".globl on_stack\n"
        ".type on_stack, @function\n"
        "on_stack:\n\t"
        "push %rbp\n\tpush %rbx\n\t"
        "mov %rsp, %rbx\n\t"
        "mov %rdi, %rsp\n\t"
        "mov %rsi, %rbp\n\t"
        "call allocate\n\t"
        "mov %rbx, %rsp\n\t"
        "pop %rbx\n\tpop %rbp\n\t"
        "ret\n"
        ".size on_stack, . - on_stack\n"
        ".previous");

int main(void)
{
  char *stack = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  close_page(stack + 8 * PAGE);
  on_stack(stack + 8 * PAGE - 1024, stack + 8 * PAGE + 64);
  on_stack(stack + 8 * PAGE - 1024, stack + 8 * PAGE + 64);
}
