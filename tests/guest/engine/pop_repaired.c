// SPDX-License-Identifier: GPL-2.0-or-later
// pop to memory that is closed: the stack pointer stays as it is at the fault, and the handler that opens the page has
// the same word popped. Below the stack pointer, too, where the word is defined afterwards.
// compare: no, Memcheck has moved the stack pointer
// run:
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// expect: ERROR SUMMARY: 0 errors
// run: --engine-stress=1337
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

static char *page;
static long stack_pointer;

/* Each notes its stack pointer at *noted before it pops to *to; what it returns is what is there. */
#define POPS(name, code)                 \
  long name(long *to, long *noted);      \
  __asm__(#name ": push %rbx\n push $77\n mov %rsp, (%rsi)\n " code "\n mov (%rdi), %rax\n pop %rbx\n ret\n");

POPS(words, "pop (%rdi)")
POPS(shorts, "popw (%rdi)\n popw 2(%rdi)\n popw 4(%rdi)\n popw 6(%rdi)")
POPS(by_index, "xor %eax, %eax\n pop 8(%rdi,%rax,4)\n push 8(%rdi)\n pop (%rdi)")
POPS(by_stack, "pop (%rdi)\n mov 8(%rsp), %rdx\n push %rdx\n pop 8(%rsp)")
POPS(below, "pop (%rdi)\n push $78\n pop -8(%rsp)\n mov -8(%rsp), %rax\n cmp $78, %rax\n jne 1f\n"
            " push $79\n pop -64(%rsp)\n cmpq $79, -64(%rsp)\n 1:")

static void open_page(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  (void)info;
  stack_pointer = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int main(void)
{
  static long (*const functions[])(long *, long *) = {words, shorts, by_index, by_stack, below};
  enum { COUNT = sizeof functions / sizeof *functions, TURNS = 5 };
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  int wrong = 0;
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < COUNT * TURNS; i++) {
    long noted[2];
    mprotect(page, 4096, PROT_NONE);
    wrong += functions[i % COUNT]((long *)page, noted) != 77 || noted[0] != stack_pointer;
  }
  printf("%d are wrong\n", wrong);
  return wrong != 0;
}
