// SPDX-License-Identifier: GPL-2.0-or-later
// A handler on an alternate stack: its frame is there while it runs, and its locals are undefined.
// build: -Wno-maybe-uninitialized
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: handler (syscall_signal_altstack.c:@TEST)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int seen;
static void handler(int signal)
{
  volatile char junk[16];
  junk[0] = 1;
  if (junk[0] == 1)
    seen = 1;
  if (junk[7] == 1) // @TEST
    seen |= 2;
}
int main(void)
{
  char *memory = malloc(65536);
  stack_t stack = {.ss_sp = memory, .ss_size = 65536};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  kill(getpid(), SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(memory);
  return seen & 1 ? 0 : 1;
}
