// SPDX-License-Identifier: GPL-2.0-or-later
// A variable in a frame of another thread.
// build: -pthread
// run: --read-var-info=yes
// expect: Unaddressable byte(s) found during client check request
// expect: /^Location 0x.* is 0 bytes inside mine\[2\],$/
// next: /^declared at variable_thread.c:@MINE, in frame #\d+ of thread 2$/
#include "guest.h"
#include <pthread.h>
#include <valgrind/memcheck.h>
static pthread_barrier_t ready, done;
static int *volatile theirs;
static void *hold(void *unused)
{
  int mine[6] = {0}; // @MINE
  theirs = mine;
  pthread_barrier_wait(&ready);
  pthread_barrier_wait(&done);
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_barrier_init(&ready, NULL, 2);
  pthread_barrier_init(&done, NULL, 2);
  pthread_create(&thread, NULL, hold, NULL);
  pthread_barrier_wait(&ready);
  VALGRIND_MAKE_MEM_NOACCESS(&theirs[2], 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(&theirs[2], 1);
  VALGRIND_MAKE_MEM_DEFINED(&theirs[2], 1);
  pthread_barrier_wait(&done);
  pthread_join(thread, NULL);
}
