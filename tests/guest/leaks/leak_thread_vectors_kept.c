// SPDX-License-Identifier: GPL-2.0-or-later
// The C library keeps stacks of threads that were joined, or that C11's thrd_join() waited for, and with them vectors to
// which there are only pointers to the middle. They are reachable, whoever has asked for the check.
// compare: no, Memcheck does not know these vectors
// build: -pthread -std=c11
// run: --leak-check=full --show-leak-kinds=all
// stdout: possibly lost: 0 bytes
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <valgrind/memcheck.h>

static void *run(void *argument)
{
  free(malloc(1337));
  return argument;
}

static int run_of_c11(void *argument)
{
  free(malloc(1337));
  return argument != NULL;
}

int main(void)
{
  unsigned long lost = 0, possible = 0, reachable = 0, suppressed = 0;
  pthread_t first;
  thrd_t second;
  pthread_create(&first, NULL, run, NULL);
  thrd_create(&second, run_of_c11, NULL);
  pthread_join(first, NULL);
  thrd_join(second, NULL);
  VALGRIND_DO_LEAK_CHECK;
  VALGRIND_COUNT_LEAKS(lost, possible, reachable, suppressed);
  printf("possibly lost: %lu bytes\n", possible);
  return 0;
}
