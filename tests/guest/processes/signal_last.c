// SPDX-License-Identifier: GPL-2.0-or-later
// The last signal, which the core uses for itself, ends a process that another one sends it to, and does nothing to one
// that ignores it.
// compare: no, under Memcheck it makes a system call fail
// run: -q
// stdout: by default: signal 64, ignored: status 7
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* What becomes of a child that a program which is not checked sends it to. */
static void send(const char *name, int is_ignored)
{
  char command[64];
  int status;
  const pid_t child = fork();
  if (child == 0) {
    if (is_ignored)
      signal(64, SIG_IGN);
    alarm(7);
    kill(getpid(), SIGSTOP);
    usleep(1337);
    _exit(7);
  }
  waitpid(child, &status, WUNTRACED);
  snprintf(command, sizeof command, "kill -64 %d; kill -CONT %d", child, child);
  (void)!system(command);
  waitpid(child, &status, 0);
  const int is_signal = WIFSIGNALED(status);
  printf("%s: %s %d", name, is_signal ? "signal" : "status", is_signal ? WTERMSIG(status) : WEXITSTATUS(status));
  fflush(stdout);
}

int main(void)
{
  send("by default", 0);
  send(", ignored", 1);
  puts("");
  return 0;
}
