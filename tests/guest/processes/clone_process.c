// SPDX-License-Identifier: GPL-2.0-or-later
// clone() without threads makes a process like fork does.
// run: --log-file=report.%p
// report: report.*
// expect: /(1,001|1,337) bytes in 1 blocks are definitely lost/
// expect: /(1,001|1,337) bytes in 1 blocks are definitely lost/
#define _GNU_SOURCE
#include "lose.h"
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  lose(child ? 1337 : 1001);
  scrub();
  if (child)
    waitpid(child, NULL, 0);
}
