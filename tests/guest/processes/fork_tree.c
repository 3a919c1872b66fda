// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of forks, three deep, eight processes: every one of them reports.
// run: --log-file=report.%p
// report: report.*
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
int main(void)
{
  for (int i = 0; i < 3; i++)
    fork();
  lose();
  scrub();
  while (wait(NULL) > 0)
    ;
}
