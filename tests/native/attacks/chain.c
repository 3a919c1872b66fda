// SPDX-License-Identifier: GPL-2.0-or-later
// chain LENGTH: it loses a block and executes itself, each time by another way and with another environment; the last
// one tells what it has lost.
#include "attack.h"
#include <spawn.h>
#include <sys/wait.h>

static char *none[] = {NULL}, *other[] = {(char *)"LD_PRELOAD=", (char *)"SEEP_OPTS=", (char *)"A=1", NULL};

static int execute(int left, char *program)
{
  char number[20], line[300];
  char *const arguments[] = {program, number, NULL};
  int status;
  pid_t child;
  snprintf(number, sizeof number, "%d", left - 1);
  snprintf(line, sizeof line, "exec %s %s", program, number);
  switch (left % 6) {
  case 0:
    return execv(program, arguments);
  case 1:
    return execve(program, arguments, none);
  case 2:
    return execve(program, arguments, other);
  case 3:
    return execlp("sh", "sh", "-c", line, NULL);
  case 4:
    return execl("/usr/bin/env", "env", "-i", program, number, NULL);
  default:
    tell();
    if (posix_spawn(&child, program, NULL, NULL, arguments, none) != 0 || waitpid(child, &status, 0) != child)
      return -1;
    forget();
    exit(WEXITSTATUS(status));
  }
}

int main(int count, char **arguments)
{
  const int left = number_of(count, arguments, 1);
  lose(100 + (size_t)left);
  printf("%d\n", left);
  fflush(stdout);
  if (left > 0) {
    execute(left, arguments[0]);
    return 97;
  }
  tell();
  forget();
  return 6;
}
