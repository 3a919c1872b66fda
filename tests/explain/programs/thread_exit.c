// SPDX-License-Identifier: GPL-2.0-or-later
// A thread ends by pthread_exit() in a function, with all frames that it had.
// build: -pthread
// pthread_exit() unwinds to where the thread began.
// explain: 1337 left; local buffer of work; stored in take @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static NOIPA void step(void)
{
  pthread_exit(NULL);
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
