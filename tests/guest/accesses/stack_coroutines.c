// SPDX-License-Identifier: GPL-2.0-or-later
// Coroutines whose stacks lie side by side, in whatever memory: going from one to another is neither growth nor shrinkage of a stack.
// When they have ended, their memory is used for something else.
// compare: no, Memcheck takes stacks that lie side by side for one
// build: -O1
// again: unoptimised -O0
// run: -- mapping 65536
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- mapping 8192
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- heap 65536
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- blocks 16384
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- static 16384
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: -- stack 16384
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise -- static 16384
// only: seep
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=speculative -- stack 16384
// only: seep
// stdout: 18216 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "coroutines.h"
#include "undefined.h"
#include <stdio.h>
#include <sys/mman.h>

enum { COUNT = 24, ROUNDS = 3, BYTES_MAX = 65536 };

static void *places[COUNT], *main_place;
static int current, left;
static long sum;
static char memory[COUNT * BYTES_MAX];

// To another one that has not ended, far away in no order.
static void yield(void)
{
  const int me = current;
  for (int i = 0, next = (me * 7 + 1) % COUNT; i < COUNT; i++, next = (next + 1) % COUNT)
    if (places[next] && next != me) {
      current = next;
      coroutine_switch(&places[me], places[next]);
      return;
    }
}

static void finish(void)
{
  void *unused, *to = main_place;
  places[current] = NULL;
  left--;
  for (int i = 0; i < COUNT; i++)
    if (places[i]) {
      current = i;
      to = places[i];
      break;
    }
  coroutine_switch(&unused, to);
}

static NOINLINE int work(int number, int depth)
{
  volatile unsigned char used[300];
  for (unsigned i = 0; i < sizeof used; i++)
    used[i] = number;
  int result = depth ? work(number, depth - 1) : 0;
  yield();
  for (unsigned i = 0; i < sizeof used; i++)
    DECIDE(used[i] != number);
  return result + used[7 + depth];
}

static void begin(void)
{
  const int me = current;
  sum += work(me, 8) + work(me, 12);
  finish();
}

static NOINLINE void run(char *stacks, size_t bytes, char **blocks)
{
  for (int i = 0; i < COUNT; i++) {
    char *stack = blocks ? blocks[i] : stacks + i * bytes;
    places[i] = coroutine_start(stack + bytes, begin);
    left++;
  }
  current = 0;
  coroutine_switch(&main_place, places[0]);
}

// What were stacks is memory.
static NOINLINE void reuse(char *stacks, size_t bytes)
{
  memset(stacks, 1, bytes);
  for (size_t i = 0; i < bytes; i++)
    DECIDE(stacks[i] != 1);
}

static NOINLINE void run_on_stack(size_t bytes)
{
  char stacks[COUNT * bytes];
  for (int i = 0; i < ROUNDS; i++) {
    run(stacks, bytes, NULL);
    reuse(stacks, COUNT * bytes);
  }
}

static void run_on_blocks(size_t bytes)
{
  char *blocks[COUNT];
  for (int i = 0; i < ROUNDS; i++) {
    for (int j = 0; j < COUNT; j++)
      blocks[j] = malloc(bytes);
    run(NULL, bytes, blocks);
    for (int j = 0; j < COUNT; j++) {
      reuse(blocks[j], bytes);
      free(blocks[j]);
    }
  }
}

int main(int count, char **arguments)
{
  const char *where = count > 1 ? arguments[1] : "static";
  const size_t bytes = count > 2 ? strtoul(arguments[2], NULL, 10) : 16384, all = COUNT * bytes;
  char *stacks = memory;
  if (*where == 'm')
    stacks = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (*where == 'h')
    stacks = malloc(all);
  if (strcmp(where, "stack") == 0)
    run_on_stack(bytes);
  else if (*where == 'b')
    run_on_blocks(bytes);
  else
    for (int i = 0; i < ROUNDS; i++) {
      run(stacks, bytes, NULL);
      reuse(stacks, all);
    }
  if (*where == 'h')
    free(stacks);
  printf("%ld %d\n", sum, left);
}
