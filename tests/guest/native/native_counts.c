// SPDX-License-Identifier: GPL-2.0-or-later
// Threads that allocate so many blocks each, keep some, and drop others at once; one block stays as it is as it cannot be
// resized. See native_growth.sh. With a number, so many times as much is dropped, which takes longer.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --growth=yes
// expect: still reachable: 148,248 bytes in 4,005 blocks
#include "guest.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 4, BLOCKS = 1001 };

static int rounds = 1;
static void *kept[THREADS][BLOCKS], *volatile unchanged;

static NOINLINE void *keep(void)
{
  return malloc(37);
}

static NOINLINE void drop(void)
{
  free(malloc(113));
}

static NOINLINE void grow(void)
{
  void *volatile block = realloc(NULL, 1001);
  free(block);
}

static NOINLINE void *fail(void)
{
  void *volatile block = malloc(100);
  return realloc(block, PTRDIFF_MAX) ? NULL : block;
}

static void *work(void *number)
{
  for (int i = 0; i < BLOCKS; i++) {
    kept[(uintptr_t)number][i] = keep();
    for (int round = 0; round < rounds; round++) {
      drop();
      grow();
    }
  }
  return NULL;
}

int main(int argc, char **argv)
{
  if (argc > 1)
    rounds = atoi(argv[1]);
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  unchanged = fail();
  return unchanged == NULL;
}
