// SPDX-License-Identifier: GPL-2.0-or-later
// Two hundred threads at once, each with data of its own.
// build: -pthread
// run:
// limit: 60
// stdout: 20100
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_barrier_t barrier;
static void *work(void *number)
{
  long *p = malloc(100 * sizeof *p);
  for (int i = 0; i < 100; i++)
    p[i] = (long)number;
  pthread_barrier_wait(&barrier);
  long result = p[rand() % 100];
  free(p);
  return (void *)result;
}
int main(void)
{
  static pthread_t threads[200];
  pthread_attr_t attributes;
  long sum = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_barrier_init(&barrier, 0, 200);
  for (long i = 0; i < 200; i++)
    if (pthread_create(&threads[i], &attributes, work, (void *)(i + 1)))
      return 1;
  for (int i = 0; i < 200; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (long)result;
  }
  printf("%ld\n", sum);
}
