// SPDX-License-Identifier: GPL-2.0-or-later
// The program finds itself behind each link of the kernel to it, by each way of looking, and its child behind that one's; and it finds its
// own command line.
// compare: no, Memcheck knows two of these names
// run: -- one two
// stdout: own: yes yes yes; thread: yes yes yes; pid: yes yes yes; task: yes yes yes; child: yes yes yes
// stdout: command line: yes, of the thread: yes
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char self[PATH_MAX];
static ino_t number;

static const char *word(int is_right)
{
  return is_right ? "yes" : "no";
}

static void look(const char *name, const char *link)
{
  char target[PATH_MAX] = "";
  struct stat by_name = {0}, opened = {0};
  const int is_read = readlink(link, target, sizeof target - 1) > 0, fd = open(link, O_RDONLY);
  stat(link, &by_name);
  fstat(fd, &opened);
  close(fd);
  printf("%s: %s %s %s", name, word(is_read && strcmp(target, self) == 0), word(by_name.st_ino == number),
         word(opened.st_ino == number));
}

static int has_arguments(const char *path)
{
  char line[PATH_MAX];
  const int fd = open(path, O_RDONLY);
  const ssize_t bytes = read(fd, line, sizeof line);
  close(fd);
  return bytes > 8 && memcmp(line + bytes - 8, "one\0two", 8) == 0 && line[0] != '-';
}

int main(int count, char **arguments)
{
  char path[64];
  struct stat stat_of_self;
  if (count != 3 || !realpath(arguments[0], self) || stat(self, &stat_of_self) < 0)
    return 1;
  number = stat_of_self.st_ino;
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(0);
  }
  look("own", "/proc/self/exe");
  look("; thread", "/proc/thread-self/exe");
  snprintf(path, sizeof path, "/proc/%d/exe", getpid());
  look("; pid", path);
  snprintf(path, sizeof path, "/proc/self/task/%d/exe", getpid());
  look("; task", path);
  snprintf(path, sizeof path, "/proc/%d/exe", child);
  look("; child", path);
  printf("\ncommand line: %s, of the thread: %s\n", word(has_arguments("/proc/self/cmdline")),
         word(has_arguments("/proc/thread-self/cmdline")));
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return 0;
}
