// SPDX-License-Identifier: GPL-2.0-or-later
// The stack of a new thread is undefined where nothing was written, also when it is an old one used again.
// build: -pthread
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at user (thread_stack_fresh.c:@use)
// expect: ERROR SUMMARY: 3 errors from 1 contexts
#include "undefined.h"
#include <pthread.h>
static NOINLINE void user(void)
{
  volatile int local[100];
  DECIDE(local[50]); // @use
}
static void *work(void *unused)
{
  scrub();
  user();
  return unused;
}
int main(void)
{
  pthread_t thread;
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
  }
}
