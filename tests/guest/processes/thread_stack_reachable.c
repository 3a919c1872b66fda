// SPDX-License-Identifier: GPL-2.0-or-later
// The stack of a live thread is a root.
// build: -pthread
// run: --show-leak-kinds=reachable
// expect: 1,337 bytes in 1 blocks are still reachable
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_barrier_t ready;
static void *work(void *unused)
{
  void *volatile p = malloc(1337);
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
