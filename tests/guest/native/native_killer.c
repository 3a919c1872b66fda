// SPDX-License-Identifier: GPL-2.0-or-later
// Kills a command with SIGKILL at its call of ptrace() with a given number, or tells that there were not so many: see
// native_attach_killed.sh.
// compare: no, it is a tool for a script
// run:
// exit: 2
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_entry(pid_t child, long number)
{
  struct user_regs_struct registers;
  return ptrace(PTRACE_GETREGS, child, 0, &registers) == 0 && (long)registers.orig_rax == number &&
         (long)registers.rax == -ENOSYS;
}

int main(int count, char **arguments)
{
  int status = 0, left = count > 2 ? atoi(arguments[1]) : 0, signal = 0;
  if (count < 3)
    return 2;
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(arguments[2], arguments + 2);
    _exit(127);
  }
  waitpid(child, &status, 0);
  ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD);
  while (ptrace(PTRACE_SYSCALL, child, 0, signal) == 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    const int is_call = WSTOPSIG(status) == (SIGTRAP | 0x80);
    signal = is_call ? 0 : WSTOPSIG(status);
    if (is_call && is_entry(child, SYS_ptrace) && --left == 0) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
    }
  }
  puts(left <= 0 ? "killed" : "ended");
  return 0;
}
