// SPDX-License-Identifier: GPL-2.0-or-later
// sigprocmask(): the new set must be defined, the old one is defined afterwards.
// run:
// expect: Syscall param rt_sigprocmask(set) points to uninitialised byte(s)
// reject: Conditional jump
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  unsigned long *set = malloc(8), *old = malloc(8);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, set, NULL, 8);
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, old, 8);
  int status = *old & 1UL << (SIGUSR1 - 1) ? 1 : 0;
  free(set);
  free(old);
  return status;
}
