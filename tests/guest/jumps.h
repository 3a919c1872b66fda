// SPDX-License-Identifier: GPL-2.0-or-later
// For programs that jump to where no code is, and go on. To be included before all else.
#ifndef SEEP_TESTS_GUEST_JUMPS_H
#define SEEP_TESTS_GUEST_JUMPS_H

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

// Its first instruction finds undefined data, so there is more than one piece of code for its address.
void target(const int *value);
volatile int executed;
__asm__(".text\ntarget: mov (%rdi), %eax\n incl executed(%rip)\n ret\n");

static sigjmp_buf after_fault;
static volatile uintptr_t faulted_at;
static int wrong; // jumps that did not fault where they went

static void on_fault(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  faulted_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  siglongjmp(after_fault, 1);
}

static void catch_faults(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
}

// go(argument) jumps to `to`.
static void try_jump(void (*go)(uintptr_t argument), uintptr_t argument, uintptr_t to)
{
  faulted_at = 0;
  if (!sigsetjmp(after_fault, 1))
    go(argument);
  wrong += faulted_at != to;
}

#endif
