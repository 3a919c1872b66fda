// SPDX-License-Identifier: GPL-2.0-or-later
// A thread replaces its own thread-local buffer; the main thread's variable of the same name is another one.
// build: -pthread
// explain: 1337 overwritten NULL in drop @lost; thread buffer; stored in fill @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

_Thread_local char *buffer;

static NOIPA void fill(size_t bytes)
{
  buffer = malloc(bytes); // @stored
}

static NOIPA void drop(void)
{
  buffer = NULL; // @lost
}

static void *work(void *unused)
{
  fill(1337);
  drop();
  return unused;
}

int main(void)
{
  pthread_t thread;
  fill(16);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  free(buffer);
}
