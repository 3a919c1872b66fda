// SPDX-License-Identifier: GPL-2.0-or-later
// sigaction() with a structure that was not filled in.
// run:
// expect: Syscall param rt_sigaction(act->sa_handler) points to uninitialised byte(s)
// expect: Syscall param rt_sigaction(act->sa_mask) points to uninitialised byte(s)
// expect: Syscall param rt_sigaction(act->sa_flags) points to uninitialised byte(s)
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
  char *action = malloc(32);
  syscall(SYS_rt_sigaction, SIGUSR1, action, NULL, 8);
  free(action);
}
