// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: children that are forked while other threads allocate, meet new stacks and files, allocate and end as
// natively, whatever those threads were at.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --log-file=report.%p
// stdout: 100 children
// report: report.*
// reject: Run did not finish
#include "guest.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3, CHILDREN = 100, DEPTH = 30 };

static volatile int is_over;

static NOINLINE void allocate(unsigned depth, size_t bytes)
{
  if (depth > 0) {
    allocate(depth - 1, bytes);
    return;
  }
  void *volatile block = malloc(bytes);
  free(block);
}

static void *work(void *unused)
{
  for (unsigned i = 0; !is_over; i++)
    allocate(i % DEPTH, 1 + i % 300000);
  return unused;
}

int main(void)
{
  pthread_t threads[THREADS];
  int ended = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < CHILDREN; i++) {
    int status;
    const pid_t child = fork();
    if (child == 0) {
      for (unsigned depth = 0; depth < DEPTH; depth++)
        allocate(depth, 1337);
      exit(7);
    }
    ended += waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
  }
  is_over = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%d children\n", ended);
  return 0;
}
