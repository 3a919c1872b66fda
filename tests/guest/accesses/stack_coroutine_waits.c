// SPDX-License-Identifier: GPL-2.0-or-later
// While a coroutine waits, nobody else knows what lies below its stack pointer: it is undefined. Its frames are what they were.
// run:
// stdout: 0
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (stack_coroutine_waits.c:@below)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// compare: no, to Memcheck that is no stack any more
#include "coroutines.h"
#include "undefined.h"
#include <stdio.h>

static char stack[32768];
static void *place, *main_place;
static volatile char *below, *above;

static NOINLINE void deep(void)
{
  volatile char used[2000];
  for (unsigned i = 0; i < sizeof used; i++)
    used[i] = 1;
  below = used + 1000;
}

static void begin(void)
{
  volatile char used[100];
  for (unsigned i = 0; i < sizeof used; i++)
    used[i] = 2;
  above = used + 50;
  deep();
  for (;;)
    coroutine_switch(&place, main_place);
}

int main(void)
{
  place = coroutine_start(stack + sizeof stack, begin);
  coroutine_switch(&main_place, place);
  DECIDE(*above == 2);
  DECIDE(*below == 1); // @below
  for (unsigned i = 0; i < sizeof stack; i++)
    stack[i] = 0;
  printf("%d\n", *above + *below);
}
