// SPDX-License-Identifier: GPL-2.0-or-later
// Closing every descriptor, by close, close_range and dup2, does not take the report away.
// run: --log-file=report
// report: report
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --log-file=report -- range
// report: report
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --log-file=report -- dup2
// report: report
// expect: 1,337 bytes in 1 blocks are definitely lost
#define _GNU_SOURCE
#include "lose.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **arguments)
{
  if (count == 1)
    for (int descriptor = 0; descriptor < 2048; descriptor++)
      close(descriptor);
  else if (!strcmp(arguments[1], "range"))
    syscall(SYS_close_range, 0, ~0u, 0);
  else {
    int null = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor < 1024; descriptor++)
      dup2(null, descriptor);
  }
  lose(1337);
  scrub();
}
