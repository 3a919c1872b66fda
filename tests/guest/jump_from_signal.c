// SPDX-License-Identifier: GPL-2.0-or-later
// A handler returns to an address with bit 62 set, and a handler lies at one: neither is executed.
// run:
// expect: Jump to the invalid address stated on the next line
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#define _GNU_SOURCE
#include "guest.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define HIGH_BIT (UINT64_C(1) << 62)

// Its first instruction finds undefined data, so there is more than one piece of code for its address.
void target(const int *value);
volatile int executed;
__asm__(".text\ntarget: mov (%rdi), %eax\n incl executed(%rip)\n ret\n");

static sigjmp_buf after_fault;
static volatile uintptr_t faulted_at;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  faulted_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  siglongjmp(after_fault, 1);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (greg_t)((uintptr_t)target | HIGH_BIT);
}

static int wrong;

static void try_signal(int signal)
{
  faulted_at = 0;
  if (!sigsetjmp(after_fault, 1))
    raise(signal);
  wrong += faulted_at != ((uintptr_t)target | HIGH_BIT);
}

int main(void)
{
  int *undefined = malloc(1337);
  for (int i = 0; i < 3; i++)
    target(undefined);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  action.sa_sigaction = on_signal;
  sigaction(SIGUSR1, &action, NULL);
  uintptr_t wild = (uintptr_t)target | HIGH_BIT;
  memcpy(&action.sa_sigaction, &wild, sizeof wild);
  sigaction(SIGUSR2, &action, NULL);
  try_signal(SIGUSR1);
  try_signal(SIGUSR2);
  free(undefined);
  return wrong + executed - 3;
}
