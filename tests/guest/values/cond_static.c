// SPDX-License-Identifier: GPL-2.0-or-later
// Static and thread-local storage is defined from the start.
// build: -pthread
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <pthread.h>
static volatile int zeros[1337];
static __thread volatile int local[100];
static void *work(void *unused)
{
  DECIDE(local[50]);
  return unused;
}
int main(void)
{
  pthread_t thread;
  DECIDE(zeros[1000]);
  DECIDE(local[99]);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
