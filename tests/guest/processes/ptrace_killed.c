// SPDX-License-Identifier: GPL-2.0-or-later
// A traced program ends by the signal that its tracer hands on, and the tracer is told once: of signals that were sent.
// So it does by faults, and by a jump to where there is no memory.
// compare: no, under Memcheck the child goes on for ever
// run: -q
// limit: 30
// stdout: 19 15 ends by 15
// stdout: 19 6 ends by 6
// stdout: ends by 11
// stdout: ends by 11
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOPS_MAX = 10 };

static void is_terminated(void)
{
  raise(SIGTERM);
}

static void aborts(void)
{
  raise(SIGABRT);
}

static void writes(void)
{
  *(volatile int *)8 = 1;
}

static void jumps(void)
{
  ((void (*)(void))8)();
}

/* How often a fault is told of depends on who notices it: the processor, or the checker. */
static void trace(void (*function)(void), int tells_stops)
{
  int status = 0;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    function();
    _exit(7);
  }
  for (int stops = 0; waitpid(child, &status, 0) == child && WIFSTOPPED(status) && stops < STOPS_MAX; stops++) {
    const int signal = WSTOPSIG(status);
    if (tells_stops)
      printf("%d ", signal);
    ptrace(PTRACE_CONT, child, 0, signal == SIGSTOP ? 0 : signal);
  }
  if (WIFSIGNALED(status))
    printf("ends by %d\n", WTERMSIG(status));
  else
    printf("goes on\n");
  kill(child, SIGKILL);
}

int main(void)
{
  trace(is_terminated, 1);
  trace(aborts, 1);
  trace(writes, 0);
  trace(jumps, 0);
}
