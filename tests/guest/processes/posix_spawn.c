// SPDX-License-Identifier: GPL-2.0-or-later
// posix_spawn (clone with shared memory) works, and the child's status comes back.
// run:
// exit: 23
#include <spawn.h>
#include <sys/wait.h>
extern char **environ;
int main(void)
{
  pid_t child;
  char *arguments[] = {"sh", "-c", "exit 23", 0};
  if (posix_spawn(&child, "/bin/sh", 0, 0, arguments, environ))
    return 1;
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
