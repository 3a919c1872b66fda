// SPDX-License-Identifier: GPL-2.0-or-later
// A thread loses memory; lines are inserted, and there is one thread more that loses nothing.
// build: gcc -g -O0 -pthread -o prog thread.c
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <pthread.h>
#include <stdlib.h>

static void *volatile kept;

static void *work(void *number)
{
  if (!number)
    kept = malloc(1337); // @leak
  return number;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, work, &thread); //>
  pthread_join(thread, NULL); //>
  kept = NULL;
  return 0;
}
