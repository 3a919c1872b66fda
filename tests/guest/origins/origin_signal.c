// SPDX-License-Identifier: GPL-2.0-or-later
// The frame of a signal handler, on an alternate stack. (Memcheck names the place that the
// signal came in.)
// run: --track-origins=yes
// only: seep
// expect: Conditional jump or move depends on uninitialised value(s)
// next: handle
// expect: Uninitialised value was created by a stack allocation
// next: handle (origin_signal.c:@made)
#include <signal.h>
#include <stdlib.h>
static volatile int seen;
static void handle(int number)
{ // @made
  volatile int x[4];
  if (x[2])
    seen = number;
}
int main(void)
{
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(stack.ss_sp);
  return 0;
}
