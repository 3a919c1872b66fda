// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps, calls and returns to addresses with a high bit set: none is executed, each is told as it is, and the program's own
// handler sees it.
// build: -fno-stack-protector -fomit-frame-pointer
// run:
// expect: Jump to the invalid address stated on the next line
// expect: Address 0x4141414141414141 is not stack'd, malloc'd or (recently) free'd
// expect: ERROR SUMMARY: 55 errors
#define _GNU_SOURCE
#include "guest.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

static sigjmp_buf after_fault;
static volatile uintptr_t faulted_at;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  faulted_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  siglongjmp(after_fault, 1);
}

// Its first instruction finds undefined data, so there is more than one piece of code for its address.
void target(const int *value);
volatile int executed;
__asm__(".text\ntarget: mov (%rdi), %eax\n incl executed(%rip)\n ret\n");

static int *undefined;

static NOINLINE void call(uintptr_t to)
{
  __asm__ volatile("call *%0" : : "r"(to), "D"(undefined) : "rax", "memory");
}

static NOINLINE void jump(uintptr_t to)
{
  __asm__ volatile("jmp *%0" : : "r"(to), "D"(undefined) : "memory");
}

static NOINLINE void come_back(uintptr_t to)
{
  __asm__ volatile("push %0; ret" : : "r"(to), "D"(undefined) : "memory");
}

static int wrong;

static void try(void (*go)(uintptr_t), uintptr_t to)
{
  faulted_at = 0;
  if (!sigsetjmp(after_fault, 1))
    go(to);
  wrong += faulted_at != to;
}

int main(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  undefined = malloc(1337);
  for (int i = 0; i < 3; i++)
    target(undefined);
  for (int bit = 46; bit < 64; bit++) {
    uintptr_t to = (uintptr_t)target | UINT64_C(1) << bit;
    try(call, to);
    try(jump, to);
    try(come_back, to);
  }
  try(come_back, UINT64_C(0x4141414141414141));
  free(undefined);
  return wrong + executed - 3;
}
