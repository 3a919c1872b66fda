// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that return on a stack which may only be read by then.
// build: -O1
// run:
// stdout: 200 calls
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: 200 calls
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "guest.h"

enum { STACK_BYTES = 65536 };

static ucontext_t of_main, of_stack;
static int calls;

/* The innermost function takes the right away, and who has called it all gives it back. */
static NOINLINE int call(void *stack)
{
  int result;
  __asm__ volatile("  call 1f\n"
                   "  jmp 3f\n"
                   "1: call 2f\n"
                   "  inc %%r8\n"
                   "  ret\n"
                   "2: call 4f\n"
                   "  adc $0, %%r8\n"
                   "  ret\n"
                   "4: mov $10, %%eax\n"
                   "  mov $1, %%edx\n"
                   "  syscall\n"
                   "  ret\n"
                   "3: mov $10, %%eax\n"
                   "  mov $3, %%edx\n"
                   "  syscall\n"
                   : "=&a"(result)
                   : "D"(stack), "S"((long)STACK_BYTES)
                   : "rcx", "rdx", "r8", "r11", "cc", "memory");
  return result;
}

static void run(void)
{
  volatile char used[4096];
  used[0] = used[sizeof used - 1] = 1;
  for (int i = 0; i < 200; i++)
    calls += call(of_stack.uc_stack.ss_sp) == 0;
}

int main(void)
{
  getcontext(&of_stack);
  of_stack.uc_stack.ss_sp = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  of_stack.uc_stack.ss_size = STACK_BYTES;
  of_stack.uc_link = &of_main;
  makecontext(&of_stack, run, 0);
  swapcontext(&of_main, &of_stack);
  printf("%d calls\n", calls);
}
