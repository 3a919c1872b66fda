// SPDX-License-Identifier: GPL-2.0-or-later
// fork() in a thread: the child has that thread only and reports like any other.
// build: -pthread
// run: --log-file=report.%p
// report: report.*
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
static void *work(void *unused)
{
  pid_t child = fork();
  if (!child) {
    lose();
    scrub();
    exit(0);
  }
  waitpid(child, NULL, 0);
  return unused;
}
int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
