// SPDX-License-Identifier: GPL-2.0-or-later
// One thread hands blocks to another by a queue of two slots; the second forgets one of five, and the slot is used again by the first.
// build: -pthread
// explain: 1337 overwritten block in queue_put @lost; global queue; stored in queue_put @lost; value from produce @new
// or: left in work_on; local item of work_on
#include "explain.h"
#include <pthread.h>
#include <stdlib.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  char *slots[2];
  unsigned put, got;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static NOIPA void queue_put(char *item)
{
  pthread_mutex_lock(&queue.lock);
  while (queue.put - queue.got == 2)
    pthread_cond_wait(&queue.changed, &queue.lock);
  queue.slots[queue.put++ % 2] = item; // @lost
  pthread_cond_signal(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
}

static NOIPA char *queue_get(void)
{
  pthread_mutex_lock(&queue.lock);
  while (queue.put == queue.got)
    pthread_cond_wait(&queue.changed, &queue.lock);
  char *item = queue.slots[queue.got++ % 2];
  pthread_cond_signal(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
  return item;
}

static NOIPA void work_on(int turn)
{
  char *item = queue_get();
  if (turn != 1)
    free(item);
}

static void *consume(void *unused)
{
  for (int i = 0; i < 5; i++)
    work_on(i);
  return unused;
}

static NOIPA void produce(int turn)
{
  queue_put(malloc(turn == 1 ? 1337 : 100)); // @new
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, consume, NULL);
  for (int i = 0; i < 5; i++)
    produce(i);
  pthread_join(thread, NULL);
}
