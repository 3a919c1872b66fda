// SPDX-License-Identifier: GPL-2.0-or-later
// --child-silent-after-fork: only the parent reports.
// run: --child-silent-after-fork=yes
// reject: 1,001 bytes
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "lose.h"
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  pid_t child = fork();
  if (!child) {
    lose(1001);
    scrub();
    exit(0);
  }
  lose(1337);
  scrub();
  waitpid(child, NULL, 0);
}
