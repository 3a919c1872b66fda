// SPDX-License-Identifier: GPL-2.0-or-later
// execveat() by each way of naming a program: below the current folder, by an absolute path, below an open folder, by a
// descriptor; and by names that are none. What is executed reports, too.
// compare: no, Memcheck refuses AT_FDCWD
// run: --trace-children=yes
// stdout: here: 7; absolute: 7; below: 7; descriptor: 7; nothing: 2; no folder: 9
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: 1,001 bytes in 1 blocks are definitely lost
// run:
// stdout: here: 7; absolute: 7; below: 7; descriptor: 7; nothing: 2; no folder: 9
// reject: 1,001 bytes
#define _GNU_SOURCE
#include "guest.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void lose(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}

/* The exit status: that of the program, or an errno value. */
static int execute(int folder, const char *path, int flags)
{
  char *arguments[] = {"second", "second", NULL};
  int status;
  fflush(stdout);
  if (fork() == 0) {
    syscall(SYS_execveat, folder, path, arguments, environ, flags);
    _exit(errno);
  }
  wait(&status);
  return WEXITSTATUS(status);
}

int main(int count, char **arguments)
{
  if (count == 2) {
    lose();
    _exit(7);
  }
  char path[PATH_MAX];
  if (!realpath(arguments[0], path))
    return 1;
  char *slash = strrchr(path, '/');
  const int file = open(path, O_RDONLY);
  const int absolute = execute(-5, path, 0);
  *slash = '\0';
  const int folder = open(path, O_RDONLY | O_DIRECTORY);
  if (file < 0 || folder < 0 || chdir(path) != 0)
    return 2;
  printf("here: %d; absolute: %d; ", execute(AT_FDCWD, slash + 1, 0), absolute);
  printf("below: %d; descriptor: %d; ", execute(folder, slash + 1, 0), execute(file, "", AT_EMPTY_PATH));
  printf("nothing: %d; no folder: %d\n", execute(AT_FDCWD, "nothing/at-all", 0), execute(-5, "nothing", 0));
  return 0;
}
