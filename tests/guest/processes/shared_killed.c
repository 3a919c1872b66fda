// SPDX-License-Identifier: GPL-2.0-or-later
// Processes that share the program's memory are killed while they work, by the program and by another process, at any
// moment. The program goes on, and so does a third one that shares it.
// They yield often: then the lock is on its way to one of them when it is killed.
// run:
// stdout: 401 killed, the counter counts
// expect: ERROR SUMMARY: 0 errors
// compare: no, Memcheck cannot make such processes
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 401, STACK = 1 << 16 };
static char stacks[2][STACK];
static volatile int begun, count, ends;

static int work(void *unused)
{
  begun = 1;
  for (int calls = 0;; calls++)
    if (calls % 7)
      getppid();
    else
      sched_yield();
}

static int count_up(void *unused)
{
  while (!ends) {
    count++;
    sched_yield();
  }
  return 0;
}

static int make(int (*function)(void *), int which)
{
  return clone(function, stacks[which] + STACK, CLONE_VM | SIGCHLD, NULL);
}

/* Another process, with memory of its own, kills whom it is told of. */
static int make_killer(int *ret_pipe)
{
  int ends_of_pipe[2], pid;
  if (pipe(ends_of_pipe) != 0)
    return -1;
  *ret_pipe = ends_of_pipe[1];
  const int killer = fork();
  if (killer != 0)
    return killer;
  close(ends_of_pipe[1]);
  while (read(ends_of_pipe[0], &pid, sizeof pid) == sizeof pid)
    kill(pid, SIGKILL);
  _exit(0);
}

static int is_killed(int pid)
{
  int status;
  return waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

int main(void)
{
  int killed = 0, pipe_end;
  const int killer = make_killer(&pipe_end), counter = make(count_up, 1);
  for (int i = 0; i < ROUNDS; i++) {
    begun = 0;
    const int pid = make(work, 0);
    while (!begun)
      sched_yield();
    for (volatile int steps = 0; steps < i * 37 % 1000; steps++)
      ;
    if (i % 2 ? kill(pid, SIGKILL) != 0 : write(pipe_end, &pid, sizeof pid) != sizeof pid)
      return 1;
    killed += is_killed(pid);
  }
  const int before = count;
  while (count == before)
    sched_yield();
  ends = 1;
  waitpid(counter, NULL, 0);
  close(pipe_end);
  waitpid(killer, NULL, 0);
  printf("%d killed, the counter counts\n", killed);
}
