// SPDX-License-Identifier: GPL-2.0-or-later
// A stack that the program made itself, out of a block: variables belong to the functions that run on it.
// compare: no (what follows the first frame is not a return address, and is printed in different ways)
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: body
// expect: Uninitialised value was created by a stack allocation
// next: body (origin_coroutine.c:@made)
#include <stdlib.h>
#include <ucontext.h>
#include <valgrind/valgrind.h>
static ucontext_t outside, inside;
static volatile int seen;
static void body(void)
{ // @made
  volatile int x[4];
  if (x[2])
    seen = 1;
}
int main(void)
{
  char *stack = malloc(65536);
  int id = VALGRIND_STACK_REGISTER(stack, stack + 65536);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = 65536;
  inside.uc_link = &outside;
  makecontext(&inside, body, 0);
  swapcontext(&outside, &inside);
  VALGRIND_STACK_DEREGISTER(id);
  free(stack);
  return 0;
}
