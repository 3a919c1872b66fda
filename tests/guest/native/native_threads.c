// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: threads that allocate and free without end stand still for the check. What they hold in registers and
// on their stacks is reachable; what main() has lost is lost.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --show-leak-kinds=all
// stdout: end
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 6,216 bytes in 8 blocks are still reachable
// expect: definitely lost: 1,337 bytes in 1 blocks
// reject: could not be stopped
#include "lose.h"
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 8, HELD = 777 };

static pthread_barrier_t barrier;

static NOINLINE void *hold(void)
{
  return malloc(HELD);
}

static void *work(void *unused)
{
  void *volatile held = hold();
  pthread_barrier_wait(&barrier);
  for (;;) {
    void *volatile block = malloc(100);
    free(block);
  }
  return held;
}

int main(void)
{
  pthread_barrier_init(&barrier, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
  }
  pthread_barrier_wait(&barrier);
  lose(1337);
  scrub();
  puts("end");
  return 0;
}
