// SPDX-License-Identifier: GPL-2.0-or-later
// What the stack and the thread-local variables of a thread that still runs at exit point to is reachable, and so are its control block,
// TLS and DTV: nothing is possibly lost.
// build: -pthread
// run: --show-leak-kinds=reachable
// expect: 1,001 bytes in 1 blocks are still reachable
// expect: 1,337 bytes in 1 blocks are still reachable
// run: --show-leak-kinds=all
// expect: definitely lost: 0 bytes in 0 blocks
// expect: possibly lost: 0 bytes in 0 blocks
// only: seep
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static __thread void *mine;
static pthread_barrier_t ready;
static NOINLINE void take(void)
{
  mine = malloc(1337);
}
static void *work(void *unused)
{
  take();
  scrub();
  void *volatile p = malloc(1001);
  pthread_barrier_wait(&ready);
  pause();
  return p ? unused : p;
}
int main(void)
{
  pthread_t thread;
  pthread_barrier_init(&ready, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&ready);
  exit(0);
}
