// SPDX-License-Identifier: GPL-2.0-or-later
// A push, a call or a new frame faults on a stack that is closed; a handler finds the stack pointer where it was, opens the page, and
// the instruction is executed once. Runtimes that grow their stacks live by that.
// compare: no, Memcheck has moved the stack pointer
// run:
// stdout: 16 instructions: 0 wrong in a handler, 0 wrong behind it
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// stdout: 16 instructions: 0 wrong in a handler, 0 wrong behind it
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: 16 instructions: 0 wrong in a handler, 0 wrong behind it
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <valgrind/valgrind.h>

enum { PAGE = 4096, TIMES = 2 };
static char *page;
static long expected_sp;
static int faults, wrong_in_handler, wrong_behind;

static void open_page(int signal, siginfo_t *info, void *context)
{
  const ucontext_t *at = context;
  faults++;
  wrong_in_handler += at->uc_mcontext.gregs[REG_RSP] != expected_sp;
  mprotect(page, PAGE, PROT_READ | PROT_WRITE);
}

// Each has %rsp and %rsi at the top of the page, and leaves %rsp somewhere.
#define CODE(code, moved) \
  __asm__(".pushsection .rodata.pushes, \"a\"\n .quad 7f, " #moved "\n .popsection\n .pushsection .text.pushes, \"ax\"\n 7: " code \
          "\n jmp after_push\n .popsection");
__asm__(".pushsection .rodata.pushes, \"a\"\n .balign 8\n pushes:\n .popsection");
CODE("push %rax", 8)
CODE("push $5", 8)
CODE("push $500", 8)
CODE("pushq 8(%rsi)", 8)
CODE("push %ax", 2)
CODE("pushw $5", 2)
CODE("pushf", 8)
CODE("push %fs", 8)
CODE("call 1f; 1:", 8)
CODE("lea 1f(%rip), %rdx; call *%rdx; 1:", 8)
CODE("enter $16, $0", 24)
CODE("enter $16, $1", 32)
CODE("push %rax; push %rcx; push %rax", 24)
CODE("mov %rsi, %rbp; sub $16, %rbp; leave", 8)
CODE("lea -16(%rsi), %rsp; pop %rax; push %rax", 16)
CODE("lea -16(%rsi), %rdi; movsq; movsq", 0)
extern const struct {
  void (*code)(void);
  long moved;
} pushes[];
enum { PUSHES = 16 };

long execute(void (*code)(void), char *top);
__asm__("execute: push %rbx; push %rbp; push %r12; mov %rsp, %r12; mov %rsi, %rbx; mov %rsi, %rsp; mov $0x1337, %eax; mov $7, %ecx; jmp *%rdi\n"
        "after_push: mov %rbx, %rax; sub %rsp, %rax; mov %r12, %rsp; pop %r12; pop %rbp; pop %rbx; ret");

static void try(unsigned number)
{
  mprotect(page, PAGE, PROT_NONE);
  faults = 0;
  expected_sp = (long)page + PAGE - (number == 14 ? 16 : 0);
  const long moved = execute(pushes[number].code, page + PAGE);
  wrong_behind += moved != pushes[number].moved || faults != 1;
}

int main(void)
{
  static char alternate[1 << 16];
  page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  (void)VALGRIND_STACK_REGISTER(page, page + 2 * PAGE);
  sigaltstack(&(stack_t){.ss_sp = alternate, .ss_size = sizeof alternate}, NULL);
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  for (int i = 0; i < TIMES; i++)
    for (unsigned number = 0; number < PUSHES; number++)
      try(number);
  printf("%d instructions: %d wrong in a handler, %d wrong behind it\n", PUSHES, wrong_in_handler, wrong_behind);
  return 0;
}
