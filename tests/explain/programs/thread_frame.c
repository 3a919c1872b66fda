// SPDX-License-Identifier: GPL-2.0-or-later
// A thread's function returns without freeing what it has taken.
// build: -pthread
// explain: 1337 left in work @lost; local buffer of work; stored in take @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static void *work(void *unused)
{
  char *buffer;
  take(&buffer);
  buffer[0] = 1;
  return unused; // @lost
} // @lost

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
