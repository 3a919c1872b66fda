// SPDX-License-Identifier: GPL-2.0-or-later
// More threads at once than --max-threads has room for at first; each has a block of its own.
// build: -pthread
// run:
// compare: no, Memcheck ends
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <pthread.h>
#include <stdlib.h>
enum { THREADS = 620 };
static pthread_barrier_t all_run;
static void *run(void *number)
{
  int *block = malloc(sizeof *block);
  *block = (int)(size_t)number;
  pthread_barrier_wait(&all_run);
  return block;
}
int main(void)
{
  static pthread_t threads[THREADS];
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  pthread_barrier_init(&all_run, NULL, THREADS + 1);
  for (size_t i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], &small, run, (void *)i) != 0)
      return 1;
  pthread_barrier_wait(&all_run);
  for (size_t i = 0; i < THREADS; i++) {
    void *block;
    pthread_join(threads[i], &block);
    if (*(int *)block != (int)i)
      return 2;
    free(block);
  }
}
