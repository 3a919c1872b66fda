// SPDX-License-Identifier: GPL-2.0-or-later
// A handler's frame on an alternate stack in the heap that is too short: what lies before the block is overwritten, which
// the core allows; the block's neighbours survive.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int seen;
static void handler(int signal)
{
  seen = 1;
}
int main(void)
{
  char *memory = malloc(32768);
  stack_t stack = {.ss_sp = memory, .ss_size = 32768}, old;
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  kill(getpid(), SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, &old);
  free(memory);
  return seen && old.ss_size == 32768 ? 0 : 1;
}
