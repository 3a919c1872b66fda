// SPDX-License-Identifier: GPL-2.0-or-later
// Threads that take turns on neighbouring stacks in one piece of memory, without guards between them.
// build: -O1 -pthread
// run:
// stdout: 3418800 3418800 3418800
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: 3418800 3418800 3418800
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "guest.h"

enum { THREADS = 8, STACK_BYTES = 65536, ROUNDS = 3, TURNS = 300, DEPTHS = 40 };

static NOINLINE long deep(int depth)
{
  volatile long frame[30];
  for (int i = 0; i < 30; i++)
    frame[i] = depth + i;
  return depth > 0 ? deep(depth - 1) + frame[depth % 30] : frame[7];
}

static void *run(void *unused)
{
  long sum = 0;
  for (int i = 0; i < TURNS; i++) {
    sum += deep(i % DEPTHS);
    if (i % 10 == 0)
      sched_yield();
  }
  return (void *)sum;
}

static long sum_of_threads(char *memory)
{
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
      pthread_attr_t place;
      pthread_attr_init(&place);
      if (memory) {
        pthread_attr_setstack(&place, memory + i * STACK_BYTES, STACK_BYTES);
      } else {
        pthread_attr_setstacksize(&place, STACK_BYTES);
        pthread_attr_setguardsize(&place, 0);
      }
      pthread_create(&threads[i], &place, run, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
      void *result;
      pthread_join(threads[i], &result);
      sum += (long)result;
    }
  }
  return sum;
}

int main(void)
{
  char *heap = aligned_alloc(4096, THREADS * STACK_BYTES);
  char *map = mmap(NULL, THREADS * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%ld ", sum_of_threads(heap));
  printf("%ld ", sum_of_threads(map));
  printf("%ld\n", sum_of_threads(NULL));
  free(heap);
}
