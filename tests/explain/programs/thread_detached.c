// SPDX-License-Identifier: GPL-2.0-or-later
// A detached thread clears a pointer that the main thread has made.
// build: -pthread
// explain: 1337 overwritten NULL in work @lost; global g_shared; stored in main @stored
#include "explain.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

char *g_shared;
static sem_t done;

static void *work(void *unused)
{
  g_shared = NULL; // @lost
  sem_post(&done);
  return unused;
}

int main(void)
{
  pthread_t thread;
  sem_init(&done, 0, 0);
  g_shared = malloc(1337); // @stored
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  sem_wait(&done);
}
