// SPDX-License-Identifier: GPL-2.0-or-later
// Eight threads that allocate, and free what another one has allocated, ARGUMENT times each.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, SLOTS = 1024 };

static _Atomic(void *) slots[SLOTS];
static int rounds;

static void *work(void *number)
{
  uint32_t random = (uint32_t)(uintptr_t)number * 7919 + 1;
  for (int i = 0; i < rounds; i++) {
    random = random * 1103515245 + 12345;
    free(atomic_exchange(&slots[(random >> 8) % SLOTS], malloc(16 + (random >> 16) % 200)));
  }
  return NULL;
}

int main(int count, char **arguments)
{
  pthread_t threads[THREADS];
  rounds = count > 1 ? atoi(arguments[1]) : 1;
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < SLOTS; i++)
    free(slots[i]);
  puts("done");
}
