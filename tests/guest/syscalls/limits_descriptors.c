// SPDX-License-Identifier: GPL-2.0-or-later
// A program finds its own limits of descriptors, may change them as natively, hands them on to what it executes, and
// keeps what it has open above them.
// needs: seep
// compare: no, under Memcheck the hard limit is another, and cannot be lowered
// after: cc -static -w -I$SRC -o limits_descriptors.static $SRC/syscalls/limits_descriptors.c
// run: --trace-children=no
// stdout: as natively
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --trace-children=yes
// stdout: as natively
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include "expect.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_limit(rlim_t soft, rlim_t hard)
{
  struct rlimit found = {1, 1}, other = {1, 1}, third = {1, 1};
  return getrlimit(RLIMIT_NOFILE, &found) == 0 && prlimit(0, RLIMIT_NOFILE, NULL, &other) == 0 &&
         prlimit(getpid(), RLIMIT_NOFILE, NULL, &third) == 0 && found.rlim_cur == soft && found.rlim_max == hard &&
         memcmp(&found, &other, sizeof found) == 0 && memcmp(&found, &third, sizeof found) == 0 && sysconf(_SC_OPEN_MAX) == (long)soft;
}

static int set(rlim_t soft, rlim_t hard)
{
  return setrlimit(RLIMIT_NOFILE, &(struct rlimit){soft, hard}) == 0 ? 0 : errno;
}

static int is_told(const char *path, rlim_t soft, rlim_t hard)
{
  char line[256];
  unsigned long found[2] = {0, 0};
  FILE *const file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Max open files %lu %lu", &found[0], &found[1]) == 2)
      break;
  if (file)
    fclose(file);
  return found[0] == soft && found[1] == hard;
}

static int highest(void)
{
  int last = -1;
  for (int fd; (fd = dup(0)) >= 0;)
    last = fd;
  EXPECT(errno == EMFILE);
  for (int fd = 20; fd <= last; fd++)
    close(fd);
  return last;
}

static int run(const char *path, const char *soft, const char *hard)
{
  int status = -1;
  const pid_t pid = fork();
  if (pid == 0) {
    execl(path, path, soft, hard, NULL);
    _exit(76);
  }
  waitpid(pid, &status, 0);
  return status;
}

// A file at 100, in a process that may have 50.
static void keep_above(void)
{
  EXPECT(dup2(0, 100) == 100);
  EXPECT(set(50, 50) == 0);
  EXPECT(fcntl(100, F_GETFD) == 0 && dup2(100, 30) == 30 && close(30) == 0);
  char byte;
  EXPECT(read(100, &byte, 0) == 0);
  EXPECT(dup2(0, 100) == -1 && errno == EBADF);
  EXPECT(close(100) == 0);
}

int main(int argc, char **argv)
{
  struct rlimit began;
  char own[PATH_MAX], other[PATH_MAX + 8];
  if (argc > 2)
    return is_limit((rlim_t)atol(argv[1]), (rlim_t)atol(argv[2])) ? 0 : 1;
  getrlimit(RLIMIT_NOFILE, &began);
  if (began.rlim_max < 1000)
    return 77;
  own[readlink("/proc/self/exe", own, sizeof own - 1)] = '\0';
  snprintf(other, sizeof other, "%s.static", own);
  EXPECT(is_told("/proc/self/limits", began.rlim_cur, began.rlim_max));
  EXPECT(set(began.rlim_max, began.rlim_max) == 0 && is_limit(began.rlim_max, began.rlim_max));
  EXPECT(set(337, began.rlim_max) == 0 && is_limit(337, began.rlim_max) && highest() == 336);
  EXPECT(is_told("/proc/self/limits", 337, began.rlim_max) && is_told("/proc/thread-self/limits", 337, began.rlim_max));
  EXPECT(set(338, 337) == EINVAL && set(~0ul, ~0ul) == EPERM);
  char hard[32];
  snprintf(hard, sizeof hard, "%lu", (unsigned long)began.rlim_max);
  EXPECT(run(own, "337", hard) == 0);
  EXPECT(run(other, "337", hard) == 0);
  keep_above();
  EXPECT(is_limit(50, 50) && highest() == 49);
  EXPECT(run(own, "50", "50") == 0);
  EXPECT(run(other, "50", "50") == 0);
  EXPECT(set(3, 50) == 0 && open("/dev/null", O_RDONLY) == -1 && errno == EMFILE);
  EXPECT(run(own, "3", "50") != 0); // it cannot open its libraries
  EXPECT(set(50, 50) == 0);
  if (geteuid() != 0 || set(60, 60) != 0)
    EXPECT(set(60, 60) == EPERM && is_limit(50, 50));
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
