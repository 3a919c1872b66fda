// SPDX-License-Identifier: GPL-2.0-or-later
// Executes a program in each way in which a program does that, from a child and in its own place. For
// style_unchecked.sh.
// compare: no, it is for style_unchecked.sh
// run: -- none
// stdout: done
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void spawn(char *program)
{
  char *arguments[] = {program, NULL};
  pid_t child;
  if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) == 0)
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
  const char *how = argv[1];
  if (argc < 2 || strcmp(how, "none") == 0)
    return puts("done") < 0;
  if (strcmp(how, "self") == 0)
    execl("/bin/true", "true", (char *)NULL);
  if (strcmp(how, "fork") == 0 && fork() == 0)
    execl("/bin/true", "true", (char *)NULL);
  if (strcmp(how, "vfork") == 0 && vfork() == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  if (strcmp(how, "system") == 0 && system("true") != 0)
    return 1;
  for (char **program = argv + 2; strcmp(how, "spawn") == 0 && *program; program++)
    spawn(*program);
  while (wait(NULL) > 0)
    ;
  return 0;
}
