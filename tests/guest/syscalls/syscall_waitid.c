// SPDX-License-Identifier: GPL-2.0-or-later
// waitid(): where the kernel is to write what it found may be NULL; otherwise it is checked, and defined afterwards.
// run:
// stdout: 0 3
// reject: syscall_waitid.c:@none
// expect: Syscall param waitid(infop) points to unaddressable byte(s)
// next: at
// next: main (syscall_waitid.c:@bad)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child(void)
{
  pid_t pid = fork();
  if (pid == 0)
    _exit(3);
  return pid;
}

int main(void)
{
  siginfo_t *info = malloc(sizeof *info);
  long none = syscall(SYS_waitid, P_PID, child(), NULL, WEXITED, NULL); // @none
  if (syscall(SYS_waitid, P_PID, child(), info, WEXITED, NULL) == 0 && info->si_status == 3)
    printf("%ld %d\n", none, info->si_status), fflush(stdout);
  pid_t last = child();
  free(info);
  syscall(SYS_waitid, P_PID, last, info, WEXITED, NULL); // @bad
}
