/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/commands/open_page.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/terminal.h"

void open_page_tell(const char *file)
{
  char *path = terminal_columns(STDERR_FILENO) > 0 ? realpath(file, NULL) : NULL;
  if (path)
    fprintf(stderr, "The page is file://%s\n", path);
  free(path);
}

struct error *open_page(const char *file)
{
  const char *chosen = getenv("BROWSER"), *program = chosen && *chosen ? chosen : "xdg-open";
  char *const arguments[] = {(char *)program, (char *)file, NULL};
  int status = 0;
  pid_t pid;
  const int problem = posix_spawnp(&pid, program, NULL, NULL, arguments, environ);
  if (problem)
    return error_errno(problem, "cannot run %s to show %s; open it yourself, or set BROWSER", program, file);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0
           ? NULL
           : error_format("%s did not show %s; open it yourself, or set BROWSER", program, file);
}
