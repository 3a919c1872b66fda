// SPDX-License-Identifier: GPL-2.0-or-later
// A handler returns to an address with bit 62 set, and a handler lies at one: neither is executed.
// run:
// expect: Jump to the invalid address stated on the next line
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "jumps.h"

#include <stdlib.h>
#include <string.h>

#define HIGH_BIT (UINT64_C(1) << 62)

static void on_signal(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (greg_t)((uintptr_t)target | HIGH_BIT);
}

static void send(uintptr_t signal)
{
  raise((int)signal);
}

int main(void)
{
  int *undefined = malloc(1337);
  for (int i = 0; i < 3; i++)
    target(undefined);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  catch_faults();
  sigaction(SIGUSR1, &action, NULL);
  uintptr_t wild = (uintptr_t)target | HIGH_BIT;
  memcpy(&action.sa_sigaction, &wild, sizeof wild);
  sigaction(SIGUSR2, &action, NULL);
  try_jump(send, SIGUSR1, wild);
  try_jump(send, SIGUSR2, wild);
  free(undefined);
  return wrong + executed - 3;
}
