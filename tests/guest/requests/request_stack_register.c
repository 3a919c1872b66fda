// SPDX-License-Identifier: GPL-2.0-or-later
// A stack that the program made itself: registered, switching to it does not look like a huge frame.
// run:
// reject: Warning: client switching stacks
// reject: Invalid
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdlib.h>
#include <ucontext.h>
#include <valgrind/valgrind.h>
static ucontext_t main_context, other_context;
static volatile int sum;
static void work(void)
{
  volatile char local[2000];
  for (int i = 0; i < 2000; i++)
    local[i] = (char)i;
  sum += local[1999] == (char)1999;
  swapcontext(&other_context, &main_context);
  sum += local[5] == 5;
}
int main(void)
{
  char *stack = malloc(65536);
  unsigned id = VALGRIND_STACK_REGISTER(stack, stack + 65536);
  getcontext(&other_context);
  other_context.uc_stack.ss_sp = stack;
  other_context.uc_stack.ss_size = 65536;
  other_context.uc_link = &main_context;
  makecontext(&other_context, work, 0);
  swapcontext(&main_context, &other_context);
  swapcontext(&main_context, &other_context);
  VALGRIND_STACK_DEREGISTER(id);
  free(stack);
  return sum == 2 ? 0 : 1;
}
