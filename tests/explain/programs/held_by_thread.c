// SPDX-License-Identifier: GPL-2.0-or-later
// A detached thread still waits when the program ends; what it has on its stack is held.
// build: -pthread
// explain: 1337 reachable held; local buffer of work; stored in take @stored
#include "explain.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t ready;

static NOIPA void take(char **out)
{
  *out = malloc(1337); // @stored
}

static void *work(void *unused)
{
  char *buffer;
  take(&buffer);
  sem_post(&ready);
  pause();
  free(buffer);
  return unused;
}

int main(void)
{
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  sem_wait(&ready);
}
