// SPDX-License-Identifier: GPL-2.0-or-later
// SIGSYS that others send reaches its handler while the program computes, as any other signal does.
// compare: no, it ends Valgrind 3.19
// run:
// stdout: arrived
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMES = 57 };

static volatile sig_atomic_t seen;

static void on_signal(int signal)
{
  (void)signal;
  seen++;
}

int main(void)
{
  const pid_t own = getpid();
  signal(SIGSYS, on_signal);
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < TIMES; i++) {
      kill(own, SIGSYS);
      usleep(1000);
    }
    _exit(0);
  }
  volatile unsigned long sum = 0;
  for (int i = 0; i < 2000 || seen == 0; i++)
    for (unsigned j = 0; j < 10000; j++)
      sum += j;
  while (waitpid(child, NULL, 0) != child)
    continue;
  puts("arrived");
  return 0;
}
