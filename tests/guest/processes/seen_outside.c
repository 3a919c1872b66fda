// SPDX-License-Identifier: GPL-2.0-or-later
// What others see of the process is the program's: its command line, also where it has written over its arguments,
// its environment, and its auxiliary vector. A child that was forked has the same.
// compare: no, Memcheck shows its own
// run: -- one three
// env: SEEN=abcdefg
// stdout: command line: right, of the child: right
// stdout: environment: right, auxiliary vector: right
// stdout: written over: right, opened before: right
// stdout: by prctl: right
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char seen[1 << 20];
static size_t seen_bytes;

/* A process that the checker knows nothing of looks at this one. */
static void look(pid_t process, const char *name)
{
  char command[96];
  snprintf(command, sizeof command, "exec cat /proc/%d/%s", process, name);
  FILE *const pipe = popen(command, "r");
  seen_bytes = fread(seen, 1, sizeof seen, pipe);
  pclose(pipe);
}

static const char *word(int is_right)
{
  return is_right ? "right" : "wrong";
}

static int is_seen(const void *data, size_t bytes)
{
  return seen_bytes == bytes && memcmp(seen, data, bytes) == 0;
}

static int has_variable(const char *name)
{
  for (size_t at = 0; at < seen_bytes; at += strlen(seen + at) + 1)
    if (strncmp(seen + at, name, strlen(name)) == 0)
      return 1;
  return 0;
}

static unsigned long entry_of(unsigned long type)
{
  const unsigned long *const words = (const unsigned long *)seen;
  for (size_t i = 0; i + 1 < seen_bytes / sizeof *words; i += 2)
    if (words[i] == type)
      return words[i + 1];
  return 0;
}

static void write_over(char *first, size_t bytes)
{
  char own[4096];
  const int fd = open("/proc/self/cmdline", O_RDONLY);
  memset(first, 'x', bytes - 1);
  look(getpid(), "cmdline");
  printf("written over: %s", word(is_seen(first, bytes)));
  printf(", opened before: %s\n", word(read(fd, own, sizeof own) == (ssize_t)bytes && memcmp(own, first, bytes) == 0));
  close(fd);
}

/* As systemd does; where the process may not, nothing changes. */
static void set_by_prctl(void)
{
  char *const title = malloc(1337);
  strcpy(title, "another title");
  const unsigned long end = (unsigned long)title + strlen(title) + 1;
  const int is_set = prctl(PR_SET_MM, PR_SET_MM_ARG_START, title, 0, 0) == 0 &&
                     prctl(PR_SET_MM, PR_SET_MM_ARG_END, end, 0, 0) == 0;
  look(getpid(), "cmdline");
  printf("by prctl: %s\n", word(!is_set || is_seen(title, strlen(title) + 1)));
  free(title);
}

int main(int count, char **arguments)
{
  char *const first = arguments[0];
  const size_t bytes = (size_t)(arguments[count - 1] + strlen(arguments[count - 1]) + 1 - first);
  look(getpid(), "cmdline");
  printf("command line: %s", word(is_seen(first, bytes)));
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(0);
  }
  look(child, "cmdline");
  printf(", of the child: %s\n", word(is_seen(first, bytes)));
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  look(getpid(), "environ");
  printf("environment: %s", word(has_variable("SEEN=abcdefg") && !has_variable("LD_PRELOAD=")));
  look(getpid(), "auxv");
  printf(", auxiliary vector: %s\n", word(entry_of(AT_ENTRY) == getauxval(AT_ENTRY)));
  write_over(first, bytes);
  set_by_prctl();
  return 0;
}
