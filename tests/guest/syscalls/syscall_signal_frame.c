// SPDX-License-Identifier: GPL-2.0-or-later
// A handler's siginfo and ucontext are defined.
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>
static volatile int seen;
static void handler(int signal, siginfo_t *info, void *context)
{
  const ucontext_t *user = context;
  if (signal == SIGUSR1 && info->si_signo == SIGUSR1 && info->si_pid == getpid())
    seen++;
  if (user->uc_mcontext.gregs[REG_RIP] != 0 && user->uc_mcontext.gregs[REG_RSP] != 0)
    seen++;
  if (!sigismember(&user->uc_sigmask, SIGUSR2))
    seen++;
}
int main(void)
{
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  kill(getpid(), SIGUSR1);
  return seen == 3 ? 0 : 1;
}
