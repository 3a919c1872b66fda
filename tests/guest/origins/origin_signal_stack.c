// SPDX-License-Identifier: GPL-2.0-or-later
// A handler runs on a stack above the frames that it interrupts: what is noted of these dies with them all the same.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use
// expect: Uninitialised value was created by a stack allocation
// next: use (origin_signal_stack.c:
// reject: heap allocation
#include "undefined.h"
#include <signal.h>
static volatile sig_atomic_t handled;
static void on_signal(int number)
{
  handled = number;
}
static NOINLINE void copy(const int *block)
{
  volatile int x[8];
  for (int i = 0; i < 8; i++)
    x[i] = block[i];
  raise(SIGUSR1);
}
static NOINLINE void use(void)
{
  volatile int x[8];
  DECIDE(x[2]);
}
int main(void)
{
  char frames[32768];
  stack_t stack = {.ss_sp = frames, .ss_size = sizeof frames};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, 0);
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1); /* nothing of it is left to be bound */
  copy(undefined(64));
  use();
  return 0;
}
