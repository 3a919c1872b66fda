/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/suite_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/launcher/prepare/program_check.h"

enum { TICK_NS = 200000000 };

static const int from_terminal[] = {SIGINT, SIGQUIT};
static const int handed_on[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
enum { FROM_TERMINAL = sizeof from_terminal / sizeof *from_terminal, HANDED_ON = sizeof handed_on / sizeof *handed_on };

static struct sigaction saved[FROM_TERMINAL];
static sigset_t saved_mask;

/* --- signals --- */

static sigset_t awaited(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (size_t i = 0; i < HANDED_ON; i++)
    sigaddset(&set, handed_on[i]);
  return set;
}

void suite_child_prepare(void)
{
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigset_t set = awaited();
  for (size_t i = 0; i < FROM_TERMINAL; i++)
    sigaction(from_terminal[i], &ignore, &saved[i]);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &set, &saved_mask);
}

static void restore_signals(void)
{
  for (size_t i = 0; i < FROM_TERMINAL; i++)
    sigaction(from_terminal[i], &saved[i], NULL);
  sigprocmask(SIG_SETMASK, &saved_mask, NULL);
}

/* --- starting --- */

/* If execvp() fails, errno is sent back through a pipe, which is closed if it succeeds. */
static void __attribute__((noreturn)) execute_child(char *const *arguments, char *const *environment, int report)
{
  restore_signals();
  environ = (char **)environment;
  execvp(arguments[0], arguments);
  int problem = errno;
  (void)!write(report, &problem, sizeof problem);
  _exit(EXIT_NOT_FOUND);
}

static void wait_for(pid_t pid, int *ret_status)
{
  while (waitpid(pid, ret_status, 0) < 0 && errno == EINTR)
    continue;
}

struct error *suite_child_start(char *const *arguments, char *const *environment, struct suite_child *ret,
                                int *ret_status)
{
  int ends[2], problem = 0;
  if (pipe2(ends, O_CLOEXEC) < 0)
    return error_errno(errno, "cannot make a pipe");
  pid_t pid = fork();
  if (pid == 0)
    execute_child(arguments, environment, ends[1]);
  int fork_problem = errno;
  close(ends[1]);
  ssize_t size = pid < 0 ? 0 : read(ends[0], &problem, sizeof problem);
  close(ends[0]);
  if (pid < 0)
    return error_errno(fork_problem, "cannot start %s", arguments[0]);
  if (size == sizeof problem) {
    int status;
    wait_for(pid, &status);
    *ret_status = problem == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
    return error_errno(problem, "cannot run %s", arguments[0]);
  }
  ret->pid = pid;
  return NULL;
}

/* --- waiting --- */

void suite_child_wait(struct suite_child *child, void (*tick)(void *context), void *context)
{
  const struct timespec patience = {.tv_nsec = TICK_NS};
  sigset_t set = awaited();
  for (;;) {
    siginfo_t info;
    int number = sigtimedwait(&set, &info, &patience);
    if (number > 0 && number != SIGCHLD)
      kill(child->pid, number);
    pid_t ended = waitpid(child->pid, &child->status, WNOHANG);
    if (ended == child->pid || (ended < 0 && errno != EINTR))
      return;
    if (tick)
      tick(context);
  }
}

void suite_child_end_like(const struct suite_child *child)
{
  if (WIFEXITED(child->status))
    exit(WEXITSTATUS(child->status));
  /* The command has dumped core already, if at all. */
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int number = WTERMSIG(child->status);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  exit(128 + number);
}
