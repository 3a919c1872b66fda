// SPDX-License-Identifier: GPL-2.0-or-later
// On the stack of a coroutine a mistake is a mistake: what a function has left behind may not be touched, and a new frame is undefined,
// also after other coroutines have run.
// build: -O1
// run:
// stdout: 6
// expect: Invalid read of size 1
// next: at use_after_return (stack_coroutine_errors.c:@dead)
// next: by begin
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at use_undefined (stack_coroutine_errors.c:@undefined)
// next: by begin
// expect: Invalid write of size 1
// next: at write_after_return (stack_coroutine_errors.c:@written)
// next: by begin
// expect: ERROR SUMMARY: 9 errors from 3 contexts
// run: --engine=precise
// only: seep
// stdout: 6
// expect: ERROR SUMMARY: 9 errors from 3 contexts
// run: --engine=speculative
// only: seep
// stdout: 6
// expect: ERROR SUMMARY: 9 errors from 3 contexts
// compare: no, Memcheck takes going from one of these stacks to the other for growth
#include "coroutines.h"
#include "undefined.h"
#include <stdio.h>

enum { COUNT = 3, BYTES = 32768 };

static char stacks[COUNT * BYTES];
static void *places[COUNT], *main_place;
static int current, turns;

static NOINLINE char *local(int number)
{
  volatile char array[1337];
  char *volatile place = (char *)array + 700;
  for (unsigned i = 0; i < sizeof array; i++)
    array[i] = number;
  return place;
}

static NOINLINE void use_after_return(int number)
{
  char *volatile place = local(number);
  sink = *(volatile char *)place; // @dead
}

static NOINLINE void use_undefined(void)
{
  volatile int array[300];
  DECIDE(array[150]); // @undefined
}

static NOINLINE void write_after_return(int number)
{
  char *volatile place = local(number);
  *(volatile char *)place = 1; // @written
}

static void yield(void)
{
  const int me = current;
  turns++;
  coroutine_switch(&places[me], main_place);
}

static void begin(void)
{
  const int me = current;
  local(me);
  yield();
  use_after_return(me);
  use_undefined();
  write_after_return(me);
  for (;;)
    yield();
}

int main(void)
{
  for (int i = 0; i < COUNT; i++)
    places[i] = coroutine_start(stacks + (i + 1) * BYTES, begin);
  for (int i = 0; i < 2 * COUNT; i++) {
    current = i % COUNT;
    coroutine_switch(&main_place, places[current]);
  }
  printf("%d\n", turns);
}
