// SPDX-License-Identifier: GPL-2.0-or-later
// Coroutines on stacks in the heap, in an array and in neighbouring pieces of a map, switched by a few instructions of their own.
// build: -O1
// run:
// stdout: 120350 160350 200350 240350 280350
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: 120350 160350 200350 240350 280350
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "guest.h"

enum { COROUTINES = 5, STACK_BYTES = 16384, SAVED = 6, ROUNDS = 200 };

static void *stack_pointers[COROUTINES], *of_main;
static long totals[COROUTINES];
static int current;

void switch_stacks(void **from, void *to);
__asm__(".text\n"
        "switch_stacks:\n"
        "  push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "  mov %rsp, (%rdi)\n"
        "  mov %rsi, %rsp\n"
        "  pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n"
        "  ret\n");

static NOINLINE long use_frame(const long *values, int count)
{
  volatile long frame[20];
  long sum = 0;
  for (int i = 0; i < 20; i++)
    frame[i] = values[i % count] + i;
  for (int i = 0; i < 20; i++)
    sum += frame[i];
  return sum;
}

static void run(void)
{
  const int me = current;
  long values[8];
  for (int i = 0; i < 8; i++)
    values[i] = me * 10 + i;
  for (int round = 0;; round++) {
    char *more = alloca(16 + round % 64);
    memset(more, round & 1, 16);
    if (round < ROUNDS)
      totals[me] += use_frame(values, 8) + round + more[3];
    values[round % 8]++;
    switch_stacks(&stack_pointers[me], of_main);
  }
}

static void *prepared(char *stack)
{
  void **top = (void **)(stack + STACK_BYTES);
  *--top = NULL;
  *--top = (void *)run;
  for (int i = 0; i < SAVED; i++)
    *--top = NULL;
  return top;
}

int main(void)
{
  static char array[STACK_BYTES] __attribute__((aligned(64)));
  char *map = mmap(0, 2 * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *of_heap[] = {aligned_alloc(64, STACK_BYTES), aligned_alloc(64, STACK_BYTES)};
  char *stacks[COROUTINES] = {of_heap[0], array, map, map + STACK_BYTES, of_heap[1]};
  for (int i = 0; i < COROUTINES; i++)
    stack_pointers[i] = prepared(stacks[i]);
  for (int round = 0; round < ROUNDS; round++)
    for (current = 0; current < COROUTINES; current++)
      switch_stacks(&of_main, stack_pointers[current]);
  for (int i = 0; i < COROUTINES; i++)
    printf("%ld%c", totals[i], i == COROUTINES - 1 ? '\n' : ' ');
  free(of_heap[0]);
  free(of_heap[1]);
}
