/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All from /proc, as waitpid() works only for children. */
#include "reporter/process_state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATE_FIELD = 3, PARENT_FIELD = 4, EXIT_CODE_FIELD = 52 };

/* The fields of /proc/PID/stat from the state on; false when the process is gone. */
static bool read_stat(uint64_t pid, char text[static 2048], char **ret_fields)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%" PRIu64 "/stat", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t size = read(fd, text, 2047);
  close(fd);
  if (size <= 0)
    return false;
  text[size] = '\0';
  /* The program's name may hold anything, a closing parenthesis too. */
  char *after_name = strrchr(text, ')');
  if (!after_name || after_name[1] != ' ')
    return false;
  *ret_fields = after_name + 2;
  return true;
}

static long field(const char *fields, unsigned number)
{
  for (unsigned at = STATE_FIELD; at < number && fields; at++)
    if ((fields = strchr(fields, ' ')))
      fields++;
  return fields ? strtol(fields, NULL, 10) : 0;
}

bool process_is_running(uint64_t pid)
{
  char text[2048], *fields;
  return read_stat(pid, text, &fields) && !strchr("ZXx", *fields);
}

uint64_t process_parent(uint64_t pid)
{
  char text[2048], *fields;
  return read_stat(pid, text, &fields) ? field(fields, PARENT_FIELD) : 0;
}

bool process_runs_program(uint64_t pid, const char *program)
{
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/%" PRIu64 "/exe", pid);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0)
    return true;
  path[size] = '\0';
  return strcmp(path, program) == 0;
}

char *process_cause_of_death(uint64_t pid)
{
  char text[2048], *fields, *cause;
  if (!read_stat(pid, text, &fields))
    return strdup("the process has gone");
  int status = field(fields, EXIT_CODE_FIELD);
  if (!strchr("ZXx", *fields) && status == 0)
    return NULL;
  int length = WIFSIGNALED(status)
                 ? asprintf(&cause, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)))
                 : asprintf(&cause, "the process ended with status %d", WEXITSTATUS(status));
  return length < 0 ? NULL : cause;
}
