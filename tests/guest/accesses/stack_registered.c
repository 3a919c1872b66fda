// SPDX-License-Identifier: GPL-2.0-or-later
// Two small stacks side by side, registered: switching between them changes the state of neither, and does not look like a huge frame.
// run:
// stdout: 20
// reject: Warning: client switching stacks
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
#include <ucontext.h>
#include <valgrind/valgrind.h>
static ucontext_t contexts[2], main_context;
static int turns;
static void routine(int own)
{
  volatile int local = 5;
  for (int i = 0; i < 10; i++) {
    turns++;
    swapcontext(&contexts[own], &contexts[!own]);
    DECIDE(local == 5);
  }
  swapcontext(&contexts[own], &main_context);
}
int main(void)
{
  char *stacks = calloc(2, 32768);
  unsigned ids[2];
  for (int i = 0; i < 2; i++) {
    getcontext(&contexts[i]);
    contexts[i].uc_stack.ss_sp = stacks + i * 32768;
    contexts[i].uc_stack.ss_size = 32768;
    ids[i] = VALGRIND_STACK_REGISTER(stacks + i * 32768, stacks + (i + 1) * 32768);
    makecontext(&contexts[i], (void (*)(void))routine, 1, i);
  }
  swapcontext(&main_context, &contexts[0]);
  for (int i = 0; i < 2; i++)
    VALGRIND_STACK_DEREGISTER(ids[i]);
  printf("%d\n", turns);
  free(stacks);
}
