// SPDX-License-Identifier: GPL-2.0-or-later
// Coroutines that are begun by a switch, and go on by setjmp and longjmp; and a handler that leaves the alternate stack by a jump. Then the
// first stack is what it was: what was left behind there may not be touched.
// build: -O1
// run:
// stdout: 45 45 45 caught 3
// expect: Invalid read of size 4
// next: at fault_in_depth
// expect: Invalid read of size 1
// next: at main (stack_jumping_coroutines.c:@dead)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
// compare: no, Memcheck takes going from one of these stacks to the other for growth
#include "coroutines.h"
#include "undefined.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

enum { COUNT = 3, BYTES = 32768, TURNS = 10 };

static char stacks[COUNT * BYTES], alternate[1 << 16];
static jmp_buf routines[COUNT], scheduler;
static sigjmp_buf before_signal;
static int current, sums[COUNT], has_begun[COUNT];
static void *main_place;

static NOINLINE int deep(int depth)
{
  volatile int used[50];
  for (int i = 0; i < 50; i++)
    used[i] = depth;
  return depth ? deep(depth - 1) + used[depth] - depth + 1 : used[20];
}

static void begin(void)
{
  const int me = current;
  for (int i = 0; i < TURNS; i++) {
    DECIDE(deep(20) == 20);
    sums[me] += i;
    if (!_setjmp(routines[me]))
      _longjmp(scheduler, 1);
  }
}

static void resume(int number)
{
  current = number;
  if (_setjmp(scheduler))
    return;
  if (has_begun[number])
    _longjmp(routines[number], 1);
  has_begun[number] = 1;
  coroutine_switch(&main_place, coroutine_start(stacks + (number + 1) * BYTES, begin));
}

static void handle(int signal)
{
  (void)signal;
  siglongjmp(before_signal, 1);
}

static NOINLINE int fault_in_depth(int depth)
{
  volatile int used[100];
  used[depth] = depth;
  if (depth)
    return fault_in_depth(depth - 1) + used[depth];
  return *(volatile int *)8;
}

static NOINLINE volatile char *dead(void)
{
  volatile char used[3000];
  volatile char *volatile place = used + 1500;
  return place;
}

int main(void)
{
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  volatile int caught = 0;
  for (int i = 0; i < TURNS * COUNT; i++)
    resume(i % COUNT);
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  for (int i = 0; i < 3; i++)
    if (sigsetjmp(before_signal, 1) == 0)
      fault_in_depth(i);
    else
      caught++;
  printf("%d %d %d caught %d\n", sums[0], sums[1], sums[2], caught);
  volatile char *volatile place = dead();
  sink = *place; // @dead
}
