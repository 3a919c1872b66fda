// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a signal handler ends the process at any moment of an allocation. It ends, with that status; where
// the check would wait for what was interrupted, there is none.
// compare: no, it is Seep's own
// run: --checks=leaks --log-file=report.%p
// stdout: 60 ended
// report: report.*
// reject: definitely lost: 1
#include "guest.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 60 };

static void end(int signal)
{
  _exit(5);
}

static void allocate_for_ever(void)
{
  for (unsigned i = 0;; i++) {
    void *volatile block = malloc(1 + i % 5000);
    free(block);
  }
}

int main(void)
{
  int ended = 0;
  signal(SIGALRM, end);
  for (int i = 0; i < CHILDREN; i++) {
    int status;
    const pid_t child = fork();
    if (child == 0) {
      const struct itimerval time = {.it_value = {0, 1000 + 37 * i}};
      setitimer(ITIMER_REAL, &time, NULL);
      allocate_for_ever();
    }
    ended += waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 5;
  }
  printf("%d ended\n", ended);
  return 0;
}
