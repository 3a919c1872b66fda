// SPDX-License-Identifier: GPL-2.0-or-later
// A coroutine is given up in its middle: the pointer is a local variable on the coroutine's stack, which is freed.
// What the registers had is overwritten before the change of stacks, as the context keeps them.
// Wrong if: changes between stacks are taken for frames that are left.
// explain: 1337 freed in main @lost; block from main @stack / local text of produce; stored in take @stored
#include "explain.h"
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t main_context, coroutine_context;

static long total;

static NOIPA long sum(long a, long b, long c, long d, long e, long f)
{
  return a + b + c + d + e + f;
}

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static void produce(void)
{
  char *text;
  take(&text);
  total = sum(1, 2, 3, 4, 5, 6);
  swapcontext(&coroutine_context, &main_context);
  free(text);
}

int main(void)
{
  char *stack = malloc(65536); // @stack
  getcontext(&coroutine_context);
  coroutine_context.uc_stack.ss_sp = stack;
  coroutine_context.uc_stack.ss_size = 65536;
  makecontext(&coroutine_context, produce, 0);
  swapcontext(&main_context, &coroutine_context);
  free(stack); // @lost
}
