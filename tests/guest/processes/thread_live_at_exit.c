// SPDX-License-Identifier: GPL-2.0-or-later
// Control block, TLS and DTV of a thread that still runs at exit are reachable: nothing is possibly lost.
// build: -pthread
// run: --show-leak-kinds=all
// expect: definitely lost: 0 bytes in 0 blocks
// expect: possibly lost: 0 bytes in 0 blocks
// only: seep
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static __thread void *mine;
static pthread_barrier_t ready;
static void *work(void *unused)
{
  mine = malloc(1337);
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
