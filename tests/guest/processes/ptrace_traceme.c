// SPDX-License-Identifier: GPL-2.0-or-later
// A tracer is told of its child's signals, and of nothing else that the checker does in it: not of pages that it maps when they are
// touched.
// compare: no, nothing there stops a child
// run: -q
// stdout: stopped by 19
// stdout: stopped by 10
// stdout: status 7
// stdout: stopped by 5
// stdout: status 0
// stdout: attached, 19
// stdout: killed by 9
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = 200, BYTES = 5000, STOPS_MAX = 10 };

static void work(void)
{
  char *blocks[BLOCKS];
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = malloc(BYTES + (size_t)i * 337);
    memset(blocks[i], i, BYTES);
  }
  for (int i = 0; i < BLOCKS; i++)
    free(blocks[i]);
}

static void trace(pid_t child)
{
  int status, stops = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    printf("stopped by %d\n", WSTOPSIG(status));
    if (++stops == STOPS_MAX)
      kill(child, SIGKILL);
    ptrace(PTRACE_CONT, child, 0, 0);
  }
  printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static pid_t start(void (*function)(void))
{
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0)
    function();
  return child;
}

static void stops(void)
{
  ptrace(PTRACE_TRACEME, 0, 0, 0);
  raise(SIGSTOP);
  work();
  raise(SIGUSR1);
  work();
  _exit(7);
}

static void executes(void)
{
  ptrace(PTRACE_TRACEME, 0, 0, 0);
  work();
  execl("/bin/true", "true", NULL);
  _exit(1);
}

static void goes_on(void)
{
  for (;;)
    work();
}

int main(void)
{
  int status;
  trace(start(stops));
  trace(start(executes));
  const pid_t child = start(goes_on);
  usleep(20000);
  ptrace(PTRACE_ATTACH, child, 0, 0);
  waitpid(child, &status, 0);
  printf("attached, %d\n", WSTOPSIG(status));
  ptrace(PTRACE_DETACH, child, 0, 0);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  printf("killed by %d\n", WTERMSIG(status));
  return 0;
}
