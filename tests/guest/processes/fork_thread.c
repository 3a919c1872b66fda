// SPDX-License-Identifier: GPL-2.0-or-later
// fork() in a thread: the child has that thread only and reports like any other.
// build: -pthread
// run: --log-file=report.%p
// report: report.*
// expect: 1,001 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *unused)
{
  pid_t child = fork();
  if (!child) {
    lose(1001);
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
