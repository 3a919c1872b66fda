// SPDX-License-Identifier: GPL-2.0-or-later
// A clone() of a kind that the core cannot make: it ends there, and the status says that it was Seep that failed.
// compare: no, Memcheck ends with 1, which may be the program's own status
// run:
// exit: 125
// expect: Unsupported clone() flags
// expect: Valgrind does not support general clone().
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
  (void)syscall(SYS_clone, CLONE_VM | CLONE_FS | SIGCHLD, 0, 0, 0, 0);
  return 0;
}
