// SPDX-License-Identifier: GPL-2.0-or-later
// Loads and stores at addresses where the checker has memory of its own, but the program has none: they fault as
// natively.
// compare: no, Memcheck lets such accesses reach its own memory
// run:
// stdout: 0 wrong of 1524
// expect: Invalid read of size 1
// expect: Invalid write of size 8
#define _GNU_SOURCE
#include "guest.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <ucontext.h>

static sigjmp_buf before;
static volatile uintptr_t told;
static volatile long error;

static void on_fault(int number, siginfo_t *info, void *context)
{
  told = info->si_code == SEGV_MAPERR && number == SIGSEGV ? (uintptr_t)info->si_addr : 0;
  error = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR];
  siglongjmp(before, 1);
}

// Is what the handler was told wrong?
static int access_at(uintptr_t address, int is_store)
{
  told = 0;
  if (sigsetjmp(before, 1) == 0) {
    if (is_store)
      *(volatile uint64_t *)address = 1337;
    else
      (void)*(volatile char *)address;
  }
  return told != address || (error & 2) != 2 * is_store;
}

int main(void)
{
  enum { STEPS = 381 };
  const uintptr_t step = UINT64_C(0x3ff0001000), first = UINT64_C(0x210000001338), tool = 0x58601338, few_pages = 1 << 13;
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  unsigned wrong = 0, all = 0;
  sigaction(SIGSEGV, &action, NULL);
  for (unsigned i = 0; i < STEPS; i++)
    for (int is_store = 0; is_store < 2; is_store++, all += 2)
      wrong += access_at(first + i * step, is_store) + access_at(tool + i * few_pages, is_store);
  printf("%u wrong of %u\n", wrong, all);
  return 0;
}
