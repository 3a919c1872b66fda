// SPDX-License-Identifier: GPL-2.0-or-later
// A block whose only pointer lies on the stack of a coroutine that waits is reachable; if the function has returned, it is lost.
// build: -O1
// run: --leak-check=full --show-leak-kinds=all
// stdout: waiting
// expect: 1,337 bytes in 1 blocks are still reachable
// expect: 7,331 bytes in 1 blocks are definitely lost
// expect: definitely lost: 7,331 bytes in 1 blocks
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// compare: no, Memcheck takes going from one of these stacks to the other for growth
#include "coroutines.h"
#include "undefined.h"
#include <stdio.h>

static char stack[32768];
static void *place, *main_place;

static NOINLINE void drop(void)
{
  char *volatile blocks[500];
  for (int i = 0; i < 500; i++)
    blocks[i] = NULL;
  blocks[250] = malloc(7331);
}

static void begin(void)
{
  drop();
  char *volatile held = malloc(1337);
  for (;;)
    coroutine_switch(&place, main_place);
  free(held);
}

int main(void)
{
  place = coroutine_start(stack + sizeof stack, begin);
  coroutine_switch(&main_place, place);
  scrub();
  puts("waiting");
}
