// SPDX-License-Identifier: GPL-2.0-or-later
// Threads with small stacks that leave a signal's handler by siglongjmp, out of deep calls.
// build: -O1 -pthread
// run:
// stdout: 3 threads
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: 3 threads
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "guest.h"

enum { THREADS = 3, JUMPS = 15, DEPTH = 20, STACK_BYTES = 65536 };

static __thread sigjmp_buf out;
static __thread volatile int may_jump;
static volatile int finished;

static void on_signal(int number)
{
  if (may_jump) {
    may_jump = 0;
    siglongjmp(out, number);
  }
}

static NOINLINE int deep(int depth, volatile char *above)
{
  volatile char frame[100];
  memset((char *)frame, depth, sizeof frame);
  if (depth > 0)
    return deep(depth - 1, frame) + frame[5] + above[7];
  for (int i = 0; i < 3000; i++)
    frame[i % 100] += above[i % 100];
  return frame[3];
}

static void *run(void *unused)
{
  volatile char top[100];
  volatile int jumps = 0;
  memset((char *)top, 1, sizeof top);
  while (jumps < JUMPS) {
    if (sigsetjmp(out, 1) != 0) {
      jumps++;
      continue;
    }
    may_jump = 1;
    deep(DEPTH, top);
    may_jump = 0;
  }
  __sync_fetch_and_add(&finished, 1);
  while (finished < THREADS)
    usleep(100);
  return unused;
}

int main(void)
{
  pthread_t threads[THREADS];
  pthread_attr_t small;
  signal(SIGUSR1, on_signal);
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, STACK_BYTES);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], &small, run, NULL);
  while (finished < THREADS) {
    for (int i = 0; i < THREADS; i++)
      pthread_kill(threads[i], SIGUSR1);
    usleep(300);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%d threads\n", finished);
}
