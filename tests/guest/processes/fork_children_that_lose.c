// SPDX-License-Identifier: GPL-2.0-or-later
// Forks children that lose 1,337 bytes: after a change of root or user, many, in a pid namespace ...; the scripts run it.
// build: -D_GNU_SOURCE
#include "guest.h"
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}
static void child(void)
{
  lose();
  scrub();
  exit(0);
}
static void fork_child(int count)
{
  while (count-- > 0)
    if (fork() == 0)
      child();
}
// Some are gone before they have begun, some after their end. A thread is killed, which nobody is told of before.
static void fork_and_kill(int count)
{
  for (int i = 0; i < count; i++) {
    pid_t pid = fork();
    if (pid == 0)
      child();
    usleep(i * 1000);
    syscall(SYS_tgkill, pid, pid, SIGKILL);
  }
}
static void fork_daemon(void)
{
  prctl(PR_SET_CHILD_SUBREAPER, 1); // so that the test knows when it is over
  if (fork() != 0)
    return;
  setsid();
  fork_child(1);
  _exit(0);
}
int main(int count, char **arguments)
{
  const char *how = arguments[1], *value = count > 2 ? arguments[2] : "1";
  int failure = 0;
  if (strcmp(how, "root") == 0)
    failure = chroot(value) != 0 || chdir("/") != 0;
  else if (strcmp(how, "user") == 0)
    failure = setgid(65534) != 0 || setuid(65534) != 0;
  else if (strcmp(how, "namespace") == 0)
    failure = unshare(CLONE_NEWPID) != 0;
  if (failure)
    return 77;
  if (strcmp(how, "kill") == 0)
    fork_and_kill(atoi(value));
  else if (strcmp(how, "daemon") == 0)
    fork_daemon();
  else
    fork_child(strcmp(how, "many") == 0 ? atoi(value) : 1);
  while (wait(NULL) > 0)
    ;
}
