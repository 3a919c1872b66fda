// SPDX-License-Identifier: GPL-2.0-or-later
// A thread ends by pthread_exit() in a function, with all frames that it had.
// build: -pthread
// explain: 1337 left in step @lost; local buffer of work; stored in take @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA void step(void)
{
  pthread_exit(NULL); // @lost
}

static void *work(void *unused)
{
  char *buffer;
  take(&buffer);
  step();
  free(buffer);
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
