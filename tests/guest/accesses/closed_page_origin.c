// SPDX-License-Identifier: GPL-2.0-or-later
// The return address of a frame lies in a page that is closed while values of the frame are looked at.
// compare: no (Memcheck ends with an internal error)
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: at look (closed_page_origin.c:
// expect: ERROR SUMMARY: 3 errors from 1 contexts
// reject: INTERNAL ERROR
#include "closed_page.h"
#include "undefined.h"

static void __attribute__((noinline, used)) look(void *page)
{
  volatile long local[17];
  for (int i = 0; i < 3; i++) {
    DECIDE(local[7]);
    close_page(page);
  }
  open_page(page);
}

// Its call leaves the return address at `top`.
void on_stack(void *top, void *page);
__asm__(".text\n"
        ".globl on_stack\n"
        ".type on_stack, @function\n"
        "on_stack:\n\t"
        "push %rbp\n\tpush %rbx\n\t"
        "mov %rsp, %rbx\n\t"
        "lea 8(%rdi), %rsp\n\t"
        "mov %rsi, %rdi\n\t"
        "call look\n\t"
        "mov %rbx, %rsp\n\t"
        "pop %rbx\n\tpop %rbp\n\t"
        "ret\n"
        ".size on_stack, . - on_stack\n"
        ".previous");

int main(void)
{
  char *stack = mmap(NULL, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  on_stack(stack + 8 * PAGE, stack + 8 * PAGE);
}
