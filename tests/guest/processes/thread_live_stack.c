// SPDX-License-Identifier: GPL-2.0-or-later
// A thread may read and write the live frames of another one.
// build: -pthread
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <pthread.h>
static void *work(void *place)
{
  *(int *)place += 1;
  return 0;
}
int main(void)
{
  pthread_t thread;
  volatile int local = 5;
  pthread_create(&thread, 0, work, (void *)&local);
  pthread_join(thread, 0);
  DECIDE(local == 6);
}
