// SPDX-License-Identifier: GPL-2.0-or-later
// Parent and child each report what they lost themselves.
// run: --log-file=report.%p
// report: report.*
// expect: /1,001 bytes in 1 blocks are definitely lost|1,337 bytes in 1 blocks are definitely lost/
// expect: /1,001 bytes in 1 blocks are definitely lost|1,337 bytes in 1 blocks are definitely lost/
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
