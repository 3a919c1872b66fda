// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program may close all descriptors, one by one or at once, and use any number for its own files; the
// report is whole.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: closed 1, kept 0
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: the reporter is gone
#define _GNU_SOURCE
#include "lose.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 3, END = 5000 };

int main(void)
{
  int kept = 0;
  struct stat is, should;
  const int null = open("/dev/null", O_WRONLY);
  fstat(null, &should);
  for (int fd = null + 1; fd < END; fd++)
    close(fd);
  for (int fd = null + 1; fd < END; fd++)
    if (dup2(null, fd) == fd && (fstat(fd, &is) < 0 || is.st_rdev != should.st_rdev))
      kept++;
  const int result = close_range(FIRST, ~0u, 0);
  printf("closed %d, kept %d\n", result == 0 && fcntl(null, F_GETFD) < 0 && errno == EBADF, kept);
  lose(1337);
  scrub();
  return 0;
}
