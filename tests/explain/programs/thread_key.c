// SPDX-License-Identifier: GPL-2.0-or-later
// A thread ends with a value under a key that has no destructor: the C library forgets the value.
// build: -pthread
// explain: 1337 overwritten NULL; memory / thread; stored in keep @stored
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static NOIPA int keep(void)
{
  return pthread_setspecific(key, malloc(1337)); // @stored
}

static void *work(void *unused)
{
  return keep() ? &key : unused;
}

int main(void)
{
  pthread_t thread;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
