// SPDX-License-Identifier: GPL-2.0-or-later
// A block that only a live thread's thread-local variable points to is still reachable.
// build: -pthread
// run: --show-leak-kinds=reachable
// expect: 1,337 bytes in 1 blocks are still reachable
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
  pthread_barrier_wait(&ready);
  pause();
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_barrier_init(&ready, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&ready);
  exit(0);
}
