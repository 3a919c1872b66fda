// SPDX-License-Identifier: GPL-2.0-or-later
// A thread reads a dead frame of another one, whose stack pointer does not move meanwhile.
// build: -pthread
// run:
// expect: Invalid read of size 4
// next: at work (thread_other_stack.c:@read)
// expect: is on thread 1's stack
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
#include <pthread.h>
static NOINLINE char *dead(void)
{
  char local[4096] = "x";
  char *volatile p = local;
  return p;
}
static volatile int is_waiting, was_read;
static void *work(void *place)
{
  while (!is_waiting)
    ;
  sink = *(volatile int *)place; // @read
  was_read = 1;
  return 0;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, work, dead());
  is_waiting = 1;
  while (!was_read)
    ;
  pthread_join(thread, 0);
}
