// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks are lost on stacks of all shapes, in a random order: recursion from two places, frames of changing size, frames
// that a jump or an exception leaves, signal handlers, coroutines, tail calls, and code in memory that changes in place.
// Whoever remembers stacks must notice each difference.
// compare: no, it is for what remembers stacks
// build: -O1 -foptimize-sibling-calls
// run: --leak-check=full --num-callers=12 --sanity-level=2
// stdout: end
// expect: 1,260 bytes in 20 blocks are definitely lost in loss record 187 of 187
// expect: definitely lost: 21,357 bytes in 339 blocks
extern "C" {
#include "coroutines.h"
}
#include "guest.h"
#include <alloca.h>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

enum { ROUNDS = 20000, LOST_EVERY = 59, STACK_BYTES = 1 << 16, CODE_BYTES = 4096 };

static unsigned state = 1, made;
static jmp_buf place;
static unsigned char *code;

static unsigned next_random(unsigned limit)
{
  state = state * 1664525 + 1013904223;
  return (state >> 8) % limit;
}

static void step(unsigned depth);

static NOINLINE void allocate(void)
{
  void *volatile block = malloc(63);
  if (++made % LOST_EVERY != 0)
    free(block);
  block = NULL;
}

static NOINLINE void recurse(unsigned depth)
{
  if (depth % 2 == 0)
    step(depth - 1);
  else
    step(depth - 1);
  allocate();
}

static NOINLINE void change_size(unsigned depth)
{
  char *const room = (char *)alloca(16 * (1 + next_random(5)));
  room[0] = 1;
  __asm__ volatile("" : : "r"(room) : "memory");
  step(depth - 1);
  allocate();
}

static NOINLINE void jump(unsigned depth)
{
  step(depth - 1);
  allocate();
  if (next_random(4) == 0)
    longjmp(place, 1);
}

static NOINLINE void fly(unsigned depth)
{
  allocate();
  if (depth < 3)
    throw depth;
  step(depth - 1);
}

static NOINLINE void land(unsigned depth)
{
  try {
    fly(depth);
  } catch (unsigned) {
    allocate();
  }
  allocate();
}

static NOINLINE void keep(void)
{
  free(malloc(31));
}

static NOINLINE void handle(int)
{
  allocate();
}

static NOINLINE void interrupt(unsigned depth)
{
  step(depth - 1);
  raise(SIGUSR1);
  allocate();
}

static NOINLINE void call_last(unsigned depth)
{
  allocate();
  step(depth - 1); // a jump
}

static char stack[STACK_BYTES] __attribute__((aligned(16)));
static void *outside, *inside;
static unsigned inner_depth;
static bool is_inside;

static __attribute__((force_align_arg_pointer)) void inner(void)
{
  for (;;) {
    recurse(inner_depth);
    allocate();
    coroutine_switch(&inside, outside);
  }
}

static NOINLINE void switch_stacks(unsigned depth)
{
  if (is_inside)
    return allocate();
  is_inside = true;
  inner_depth = 2 + depth % 2;
  coroutine_switch(&outside, inside);
  is_inside = false;
  allocate();
}

// Calls keep() in a frame of another size each time.
static NOINLINE void change_code(unsigned depth)
{
  unsigned char const room = (unsigned char)(8 + 16 * next_random(3));
  unsigned char const text[] = {0x48, 0x83, 0xec, room, 0xff, 0xd7, 0x48, 0x83, 0xc4, room, 0xc3};
  memcpy(code, text, sizeof text);
  ((void (*)(void (*)(void)))code)(keep);
  step(depth - 1);
}

static NOINLINE void step(unsigned depth)
{
  static void (*const functions[])(unsigned) = {recurse,   change_size, jump,          land,
                                                interrupt, call_last,   switch_stacks, change_code};
  if (depth == 0 || depth > 20)
    return allocate();
  functions[next_random(sizeof functions / sizeof *functions)](depth);
}

int main()
{
  code =
    (unsigned char *)mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGUSR1, handle);
  while (made < ROUNDS) {
    is_inside = false;
    inside = coroutine_start(stack + sizeof stack, inner);
    if (setjmp(place) == 0)
      step(1 + next_random(14));
  }
  memset(stack, 0, sizeof stack);
  puts("end");
  fflush(stdout);
}
