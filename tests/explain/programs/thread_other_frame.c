// SPDX-License-Identifier: GPL-2.0-or-later
// A thread writes into a local variable of the main thread, whose function returns then.
// build: -pthread
// Wrong if: whose stack a place is on is taken from the thread that writes.
// explain: 1337 left in collect @lost; local result of collect; stored in work @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static void *work(void *slot)
{
  *(char **)slot = malloc(1337); // @stored
  return NULL;
}

static NOIPA int collect(void)
{
  pthread_t thread;
  char *result;
  pthread_create(&thread, NULL, work, &result);
  pthread_join(thread, NULL);
  return result == NULL; // @lost
} // @lost

int main(void)
{
  return collect();
}
