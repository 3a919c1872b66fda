// SPDX-License-Identifier: GPL-2.0-or-later
// Between vfork() and its end a child shares its parent's memory, and has all else for itself: signal handlers, descriptors, limits,
// folder. However it ends, the parent goes on, and finds what it wrote.
// compare: no, Memcheck makes it a fork
// run:
// stdout: killed by 9: wrote 1
// stdout: killed by 15: wrote 2
// stdout: killed by 11: wrote 3
// stdout: killed by 6: wrote 4
// stdout: handler 1, in the child 2, then 3, and none of the child's
// stdout: descriptor 1, folder 1, limit 1
// stdout: block of the child, 5 on its stack
// stdout: vfork, fork and vfork again: 507
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int word, ticks;

static void tick(int signal)
{
  (void)signal;
  ticks++;
}

static int status_of(pid_t child)
{
  int status;
  waitpid(child, &status, 0);
  return status;
}

static void killed(int signal_number, int value)
{
  const pid_t child = vfork();
  if (child == 0) {
    word = value;
    signal(SIGUSR1, SIG_DFL);
    kill(getpid(), signal_number);
    _exit(1);
  }
  printf("killed by %d: wrote %d\n", WTERMSIG(status_of(child)), word);
}

static void handlers(void)
{
  struct sigaction action;
  raise(SIGUSR1);
  const int before = ticks;
  const pid_t child = vfork();
  if (child == 0) {
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, tick);
    raise(SIGUSR1);
    raise(SIGUSR2);
    _exit(ticks);
  }
  const int in_child = WEXITSTATUS(status_of(child));
  raise(SIGUSR1);
  sigaction(SIGUSR2, NULL, &action);
  printf("handler %d, in the child %d, then %d, and %s of the child's\n", before, in_child, ticks,
         action.sa_handler == SIG_DFL ? "none" : "one");
}

static void own_things(void)
{
  struct rlimit limit;
  char folder[4096];
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t before = limit.rlim_cur;
  const pid_t child = vfork();
  if (child == 0) {
    limit.rlim_cur = 100;
    setrlimit(RLIMIT_NOFILE, &limit);
    close(0);
    _exit(chdir("/"));
  }
  status_of(child);
  getrlimit(RLIMIT_NOFILE, &limit);
  printf("descriptor %d, folder %d, limit %d\n", fcntl(0, F_GETFD) >= 0, strcmp(getcwd(folder, sizeof folder), "/") != 0,
         limit.rlim_cur == before);
}

static void memory(void)
{
  static char *volatile block;
  const pid_t child = vfork();
  if (child == 0) {
    volatile char deep[20000];
    block = malloc(1337);
    strcpy(block, "block of the child");
    memset((char *)deep, 5, sizeof deep);
    _exit(deep[1337]);
  }
  const int status = WEXITSTATUS(status_of(child));
  printf("%s, %d on its stack\n", block, status);
  free(block);
}

static void nested(void)
{
  const pid_t child = vfork();
  if (child == 0) {
    const pid_t second = vfork();
    if (second == 0) {
      word = 500;
      _exit(4);
    }
    word += WEXITSTATUS(status_of(second));
    const pid_t copy = fork();
    if (copy == 0) {
      word = 1;
      _exit(3);
    }
    word += WEXITSTATUS(status_of(copy));
    _exit(0);
  }
  status_of(child);
  printf("vfork, fork and vfork again: %d\n", word);
}

int main(void)
{
  signal(SIGUSR1, tick);
  killed(SIGKILL, 1);
  killed(SIGTERM, 2);
  killed(SIGSEGV, 3);
  killed(SIGABRT, 4);
  handlers();
  own_things();
  memory();
  nested();
  return 0;
}
