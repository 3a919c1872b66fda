// SPDX-License-Identifier: GPL-2.0-or-later
// A coroutine on a mapping of its own takes a block in a function that it calls; that returns between two changes of stacks.
// What the registers had is overwritten before the change of stacks, as the context keeps them.
// Wrong if: the stack pointer is compared with that of another stack.
// A frame that nothing is known to have called has no end, so what is in it has no name.
// explain: 1337 left in produce_one @lost; local text of produce_one / memory; stored in take @stored
#include "explain.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

static ucontext_t main_context, coroutine_context;
static int turns;

static long total;

static NOIPA long sum(long a, long b, long c, long d, long e, long f)
{
  return a + b + c + d + e + f;
}

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA int produce_one(void)
{
  char *text;
  take(&text);
  total = sum(1, 2, 3, 4, 5, 6);
  swapcontext(&coroutine_context, &main_context);
  return text != NULL; // @lost
} // @lost

static void produce(void)
{
  turns += produce_one();
}

int main(void)
{
  char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&coroutine_context);
  coroutine_context.uc_stack.ss_sp = stack;
  coroutine_context.uc_stack.ss_size = 65536;
  coroutine_context.uc_link = &main_context;
  makecontext(&coroutine_context, produce, 0);
  swapcontext(&main_context, &coroutine_context);
  swapcontext(&main_context, &coroutine_context);
  return turns != 1;
}
