// SPDX-License-Identifier: GPL-2.0-or-later
// A signal handler on a stack of its own takes a block and returns.
// Wrong if: the handler's return to the usual stack is taken for a move of the stack pointer over all that lies between.
// explain: 1337 left in on_signal @lost; local text of on_signal; stored in take @stored
// explain: 2001 left in work @left; local kept of work; stored in take @stored
#include "explain.h"
#include <signal.h>
#include <stdlib.h>

static char other_stack[65536];

static NOIPA void take(char **out, size_t bytes)
{
  *out = calloc(1, bytes); // @stored
}

static void on_signal(int number)
{
  char *text;
  take(&text, 1337);
  text[number] = 1; // @lost
} // @lost

static NOIPA int work(void)
{
  char *kept;
  take(&kept, 2001);
  raise(SIGUSR1);
  return kept[0]; // @left
} // @left

int main(void)
{
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  return work();
}
