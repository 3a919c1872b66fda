/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All from /proc, as waitpid() works only for children. */
#include "host/reporter/process_state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "shared/record/record.h"

enum { STATE_FIELD = 3, PARENT_FIELD = 4, EXIT_CODE_FIELD = 52, TEXT_BYTES = 4096 };

/* /proc/PID/`name` as a string; false when the process is gone. */
static bool read_file(uint64_t pid, const char *name, char text[static TEXT_BYTES])
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%" PRIu64 "/%s", pid, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t size = read(fd, text, TEXT_BYTES - 1);
  close(fd);
  if (size <= 0)
    return false;
  text[size] = '\0';
  return true;
}

/* The fields of /proc/PID/stat from the state on. */
static bool read_stat(uint64_t pid, char text[static TEXT_BYTES], char **ret_fields)
{
  if (!read_file(pid, "stat", text))
    return false;
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
  char text[TEXT_BYTES], *fields;
  return read_stat(pid, text, &fields) && !strchr("ZXx", *fields);
}

uint64_t process_parent(uint64_t pid)
{
  char text[TEXT_BYTES], *fields;
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

/* Of /proc/PID/status, what follows `name`; NULL: it has no such line. */
static const char *status_line(const char *status, const char *name)
{
  const char *line = strstr(status, name);
  return line ? line + strlen(name) : NULL;
}

static bool has_signal_to_end(const char *set)
{
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  const unsigned long long signals = set ? strtoull(set, NULL, 16) : 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (signals & 1ULL << (numbers[i] - 1))
      return true;
  return false;
}

bool process_is_ending(uint64_t pid)
{
  static const char name[] = "Name:\t" RECORD_NAME_OF_ENDING "\n";
  char status[TEXT_BYTES];
  return !process_is_running(pid) || !read_file(pid, "status", status) || strncmp(status, name, strlen(name)) == 0 ||
         has_signal_to_end(status_line(status, "\nSigPnd:\t")) ||
         has_signal_to_end(status_line(status, "\nShdPnd:\t"));
}

char *process_cause_of_death(uint64_t pid)
{
  char text[TEXT_BYTES], *fields;
  if (!read_stat(pid, text, &fields))
    return memory_text("the process has gone");
  int status = field(fields, EXIT_CODE_FIELD);
  if (!strchr("ZXx", *fields) && status == 0)
    return NULL;
  return WIFSIGNALED(status) ? print_text("killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)))
                             : print_text("the process ended with status %d", WEXITSTATUS(status));
}
