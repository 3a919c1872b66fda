// SPDX-License-Identifier: GPL-2.0-or-later
// An address in a frame of another thread names the thread and the frame.
// build: -pthread
// run: --read-var-info=no
// expect: Invalid read of size 1
// expect: is on thread 2's stack
// next: /in frame #\d+, created by hold \(describe_stack_thread\.c:@HOLD\)$/
#include "guest.h"
#include <pthread.h>
#include <valgrind/memcheck.h>
static pthread_barrier_t ready, done;
static volatile char *theirs;
static NOINLINE void hold(void)
{ // @HOLD
  volatile char local[64] = {0};
  theirs = local;
  VALGRIND_MAKE_MEM_NOACCESS(local, sizeof local);
  pthread_barrier_wait(&ready);
  pthread_barrier_wait(&done);
  VALGRIND_MAKE_MEM_DEFINED(local, sizeof local);
}
static void *work(void *unused)
{
  (void)unused;
  hold();
  return NULL;
}
int main(void)
{
  pthread_t thread;
  pthread_barrier_init(&ready, NULL, 2);
  pthread_barrier_init(&done, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&ready);
  char found = theirs[8];
  pthread_barrier_wait(&done);
  pthread_join(thread, NULL);
  return found;
}
