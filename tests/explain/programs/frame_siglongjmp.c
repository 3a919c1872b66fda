// SPDX-License-Identifier: GPL-2.0-or-later
// A signal handler leaves a function in its middle, by siglongjmp().
// Wrong if: the kernel's frame of the signal is taken for the end of the stack.
// It is told where control arrives, as the stack pointer moves there.
// explain: 1337 left in main; local text of work; stored in take @stored
#include "explain.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf on_error;

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static void on_signal(int number)
{
  siglongjmp(on_error, number);
}

static NOIPA void work(void)
{
  char *text;
  take(&text);
  raise(SIGUSR1);
  free(text);
}

int main(void)
{
  signal(SIGUSR1, on_signal);
  if (sigsetjmp(on_error, 1) == 0)
    work();
}
