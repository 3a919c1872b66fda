// SPDX-License-Identifier: GPL-2.0-or-later
// A child that is killed with SIGKILL by a parent which is checked, too, has its leak check first: while it waits, and while it
// works. One that blocks all signals is killed all the same. The parent sees nothing of it.
// compare: no (under Memcheck such a child has no report)
// run: -- waits
// stdout: 0 0 9
// expect: Process terminating with default action of signal 9 (SIGKILL)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: -- works
// stdout: 0 0 9
// expect: Process terminating with default action of signal 9 (SIGKILL)
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: -- ignores
// stdout: 0 0 9
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: -- blocks
// stdout: 0 0 9
// reject: Process terminating with default action
#include "guest.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void lose(void)
{
  void *volatile block = malloc(1337);
  block = NULL;
}

static void child(const char *what, int ready)
{
  sigset_t all;
  lose();
  sigfillset(&all);
  if (strcmp(what, "blocks") == 0)
    sigprocmask(SIG_BLOCK, &all, NULL);
  if (strcmp(what, "ignores") == 0)
    for (int i = 1; i < 32; i++)
      if (i != SIGSTKFLT)
        signal(i, SIG_IGN);
  if (write(ready, "", 1) != 1)
    _exit(1);
  while (strcmp(what, "works") == 0)
    continue;
  for (;;)
    pause();
}

int main(int argc, char **argv)
{
  int ends[2], status = 0;
  char c;
  if (pipe(ends) != 0)
    return 1;
  const pid_t pid = fork();
  if (pid == 0)
    child(argv[1], ends[1]);
  if (read(ends[0], &c, 1) != 1)
    return 1;
  const int killed = kill(pid, SIGKILL);
  const int waited = waitpid(pid, &status, 0) != pid;
  printf("%d %d %d\n", killed, waited, WTERMSIG(status));
}
