// SPDX-License-Identifier: GPL-2.0-or-later
// What a process sends itself is there when the call returns, by whatever call.
// compare: no, Memcheck looks for signals later, and does not know pidfd_send_signal()
// run: -q
// stdout: kill 1, tkill 1, tgkill 1, sigqueue 1, to a thread 1, by descriptor 1
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void on_signal(int signal)
{
  caught++;
}

static int count(long result)
{
  const int so_far = caught;
  caught = 0;
  return result == 0 ? so_far : -1;
}

int main(void)
{
  const pid_t self = getpid();
  siginfo_t info = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
  info.si_pid = self;
  signal(SIGUSR1, on_signal);
  const long descriptor = syscall(SYS_pidfd_open, self, 0);
  printf("kill %d", count(syscall(SYS_kill, self, SIGUSR1)));
  printf(", tkill %d", count(syscall(SYS_tkill, self, SIGUSR1)));
  printf(", tgkill %d", count(syscall(SYS_tgkill, self, self, SIGUSR1)));
  printf(", sigqueue %d", count(syscall(SYS_rt_sigqueueinfo, self, SIGUSR1, &info)));
  printf(", to a thread %d", count(syscall(SYS_rt_tgsigqueueinfo, self, self, SIGUSR1, &info)));
  printf(", by descriptor %d\n", count(syscall(SYS_pidfd_send_signal, descriptor, SIGUSR1, NULL, 0)));
  return 0;
}
