// SPDX-License-Identifier: GPL-2.0-or-later
// Coroutines on stacks from malloc, with swapcontext: switching is neither growth nor shrinkage of a stack.
// run:
// stdout: 30
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
#include <ucontext.h>
static ucontext_t main_context, routines[3];
static int turns;
static NOINLINE int deeper(int depth)
{
  volatile char used[100];
  used[depth] = depth;
  return depth ? deeper(depth - 1) + used[depth] : 0;
}
static void routine(int own)
{
  for (int i = 0; i < 10; i++) {
    DECIDE(deeper(10) == 55);
    turns++;
    swapcontext(&routines[own], &main_context);
  }
}
int main(void)
{
  for (int i = 0; i < 3; i++) {
    getcontext(&routines[i]);
    routines[i].uc_stack.ss_sp = calloc(1, 65536);
    routines[i].uc_stack.ss_size = 65536;
    routines[i].uc_link = &main_context;
    makecontext(&routines[i], (void (*)(void))routine, 1, i);
  }
  for (int i = 0; i < 30; i++)
    swapcontext(&main_context, &routines[i % 3]);
  printf("%d\n", turns);
  for (int i = 0; i < 3; i++)
    free(routines[i].uc_stack.ss_sp);
}
