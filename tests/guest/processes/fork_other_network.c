// SPDX-License-Identifier: GPL-2.0-or-later
// A child that is forked in another network namespace, after another root and as another user, still has its live
// report, and its status tells of its errors, with a record and without one.
// needs: seep root
// run: --record=no --error-exitcode=9
// exit: 9
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: reporter is gone
// run: --record=run --error-exitcode=9
// exit: 9
// expect: cannot write the record
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: ==0==
#define _GNU_SOURCE
#include "lose.h"
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  int status;
  if (unshare(CLONE_NEWNET) < 0)
    unshare(CLONE_FILES);
  if (chroot(".") < 0 || setuid(65534) < 0)
    return 1;
  if (fork() == 0) {
    lose(1337);
    scrub();
    return 0;
  }
  wait(&status);
  return WEXITSTATUS(status);
}
