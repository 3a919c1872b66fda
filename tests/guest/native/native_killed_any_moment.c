// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --check-killed=yes: a signal ends a process at any moment of an allocation, while the checker's code or
// the C library's runs, in either of its threads. Each process ends by that signal, and has been searched for leaks.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --check-killed=yes --log-file=report.%p
// stdout: 60 ended by SIGALRM
// report: report.*
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: did not finish
// reject: could not be stopped
#include "lose.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 60 };

static void *allocate_for_ever(void *unused)
{
  for (unsigned i = 0;; i++) {
    void *volatile block = malloc(1 + i % 5000);
    free(block);
  }
  return unused;
}

int main(void)
{
  int ended = 0;
  for (int i = 0; i < CHILDREN; i++) {
    int status;
    const pid_t child = fork();
    if (child == 0) {
      const struct itimerval time = {.it_value = {0, 1000 + 37 * i}};
      pthread_t thread;
      lose(1337);
      scrub();
      setitimer(ITIMER_REAL, &time, NULL);
      pthread_create(&thread, NULL, allocate_for_ever, NULL);
      allocate_for_ever(NULL);
    }
    ended += waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  }
  printf("%d ended by SIGALRM\n", ended);
  return 0;
}
