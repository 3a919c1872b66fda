// SPDX-License-Identifier: GPL-2.0-or-later
// A system call that a signal interrupts.
// run:
// stdout: interrupted
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>
static void on_signal(int number)
{
  (void)number;
}
int main(void)
{
  int ends[2];
  char c;
  struct itimerval soon = {.it_interval.tv_usec = 100000, .it_value.tv_usec = 50000};
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGALRM, &action, 0);
  pipe(ends);
  setitimer(ITIMER_REAL, &soon, 0);
  if (read(ends[0], &c, 1) == -1 && errno == EINTR)
    puts("interrupted");
}
