// SPDX-License-Identifier: GPL-2.0-or-later
// clone() defines the thread id that it stores in the parent, and wait() the status.
// run:
// reject: Conditional jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  int *parent_tid = malloc(sizeof(int));
  long pid = syscall(SYS_clone, CLONE_PARENT_SETTID | SIGCHLD, NULL, parent_tid, NULL, 0);
  if (pid == 0)
    _exit(5);
  if (*parent_tid != pid)
    return 1;
  int *status = malloc(sizeof *status);
  waitpid((pid_t)pid, status, 0);
  int result = WIFEXITED(*status) && WEXITSTATUS(*status) == 5 ? 0 : 2;
  free(parent_tid);
  free(status);
  return result;
}
