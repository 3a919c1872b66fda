// SPDX-License-Identifier: GPL-2.0-or-later
// A thread is cancelled where it waits, and has no cleanup handler for its buffer.
// build: -pthread
// explain: 1337 left; local buffer of work; stored in take @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static void *work(void *unused)
{
  char *buffer;
  take(&buffer);
  long bytes = read(ends[0], buffer, 1);
  free(buffer);
  return bytes ? NULL : unused;
}

int main(void)
{
  pthread_t thread;
  void *result;
  if (pipe(ends))
    return 1;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  return result != PTHREAD_CANCELED;
}
