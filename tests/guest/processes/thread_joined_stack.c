// SPDX-License-Identifier: GPL-2.0-or-later
// The stack of a thread that has ended is unmapped or waits for another one: its contents are gone.
// build: -pthread
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <pthread.h>
static void *work(void *count)
{
  volatile char local[1024];
  for (unsigned i = 0; i < sizeof local; i++)
    local[i] = i;
  DECIDE(local[(long)count % 1024]);
  return 0;
}
int main(void)
{
  pthread_t threads[8];
  for (long i = 0; i < 8; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
}
