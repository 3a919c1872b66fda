// SPDX-License-Identifier: GPL-2.0-or-later
// Sixteen threads that allocate and free at once, one of a hundred blocks lost: the count is exact.
// build: -pthread
// run:
// expect: total heap usage:
// expect: 213,920 bytes in 160 blocks are definitely lost
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
static NOINLINE void turn(int i)
{
  void *volatile p = malloc(1337);
  if (i % 100)
    free(p);
  p = NULL;
}
static void *work(void *unused)
{
  for (int i = 0; i < 1000; i++)
    turn(i);
  scrub();
  return unused;
}
int main(void)
{
  pthread_t threads[16];
  for (int i = 0; i < 16; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 16; i++)
    pthread_join(threads[i], NULL);
  scrub();
}
