// SPDX-License-Identifier: GPL-2.0-or-later
// A handler on an alternate stack: its locals and those of what it calls are undefined, the frame the kernel made is not.
// run:
// stdout: handled
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at on_signal (signal_alternate_stack.c:@own)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at user (signal_alternate_stack.c:@use)
// next: by on_signal (signal_alternate_stack.c:@call)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#define _GNU_SOURCE
#include "undefined.h"
#include <signal.h>
#include <stdio.h>
static NOINLINE void user(void)
{
  volatile int local[100];
  DECIDE(local[50]); // @use
}
static void on_signal(int number, siginfo_t *info, void *context)
{
  DECIDE(info->si_signo == number);
  DECIDE(((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] == 5);
  volatile char own[16];
  DECIDE(own[7]); // @own
  user(); // @call
  puts("handled");
}
int main(void)
{
  stack_t stack = {.ss_sp = calloc(1, 65536), .ss_size = 65536};
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&stack, 0);
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, 0);
  free(stack.ss_sp);
}
