// SPDX-License-Identifier: GPL-2.0-or-later
// A forked child has a copy of all that is known, and reports its own errors.
// run:
// exit: 3
// expect: at main (fork_values.c:@child)
// expect: at main (fork_values.c:@parent)
#include "undefined.h"
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  volatile int *p = undefined(8);
  int status;
  p[0] = 0;
  if (!fork()) {
    p[0] = 1;
    DECIDE(p[0]);
    DECIDE(p[1]); // @child
    _exit(3);
  }
  wait(&status);
  DECIDE(p[0]);
  DECIDE(p[1]); // @parent
  return WEXITSTATUS(status);
}
