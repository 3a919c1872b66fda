// SPDX-License-Identifier: GPL-2.0-or-later
// A vforked child shares the memory: what it writes is defined for the parent.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (vfork_values.c:@second)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#define _DEFAULT_SOURCE
#include "undefined.h"
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  volatile int *p = undefined(8);
  int status;
  p[0] = 0;
  if (!vfork())
    _exit(7);
  wait(&status);
  DECIDE(WEXITSTATUS(status) == 7);
  DECIDE(p[0]);
  DECIDE(p[1]); // @second
}
