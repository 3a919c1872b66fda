// SPDX-License-Identifier: GPL-2.0-or-later
// --style=people says what is not known: of a program that is killed by another, there are no errors until then, and
// its leaks are not known.
// needs: seep
// compare: no, Memcheck has one style
// run: --style=people -- killed
// only: seep
// exit: SIGKILL
// expect: seep: the run did not finish: 
// next: seep: executed and not checked: sh
// next: seep: no errors until then, leaks are not known
// reject: no leaks
// run: --style=people -- clean
// only: seep
// exit: 0
// expect: seep: no errors, no leaks
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *volatile kept;

/* Its own SIGKILL would be told of before it comes. */
static void be_killed(void)
{
  char command[64];
  snprintf(command, sizeof command, "sleep 0.3; kill -9 %d", (int)getpid());
  if (fork() == 0) {
    execlp("sh", "sh", "-c", command, NULL);
    _exit(127);
  }
  pause();
}

int main(int argc, char **argv)
{
  kept = malloc(1337);
  if (argc > 1 && strcmp(argv[1], "killed") == 0)
    be_killed();
  return 0;
}
