// SPDX-License-Identifier: GPL-2.0-or-later
// It does not matter which thread frees the others.
// build: -pthread
// needs: seep
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 4 of 5 blocks allocated here were freed by consume() (siblings_thread.c:@consumed); this one was not.
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
static void *blocks[4];
static void *consume(void *context)
{
  for (int i = 0; i < 4; i++)
    free(blocks[i]); // @consumed
  return context;
}
static NOINLINE void produce(void)
{
  for (int i = 0; i < 5; i++) {
    void *volatile block = malloc(1337);
    if (i < 4)
      blocks[i] = block;
    block = NULL;
  }
}
int main(void)
{
  pthread_t thread;
  produce();
  scrub();
  pthread_create(&thread, NULL, consume, NULL);
  pthread_join(thread, NULL);
}
