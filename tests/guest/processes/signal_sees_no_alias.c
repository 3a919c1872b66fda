// SPDX-License-Identifier: GPL-2.0-or-later
// A handler that is called at any time finds the instruction pointer in the program's code, whatever code the tool made of it.
// compare: no, how often it is reported depends on time
// run:
// expect: Invalid write of size 1
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>

static volatile int signals, wrong;

static void on_alarm(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  uintptr_t ip = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  signals++;
  wrong += ip >> 47 != 0;
}

int main(void)
{
  struct sigaction action = {.sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 2000}, {0, 2000}};
  setitimer(ITIMER_REAL, &often, NULL);
  unsigned char *block = malloc(1337), *places[3] = {block, block + 1, block - 3};
  while (signals < 30)
    for (int i = 0; i < 1337; i++)
      *(volatile unsigned char *)places[i % 3] = 1; // a third of them leaves for precise code
  free(block);
  return wrong;
}
