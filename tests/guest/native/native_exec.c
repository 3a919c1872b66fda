// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program that could not be executed leaves this one as it was; one that is executed is not checked,
// and finds neither options nor library of the checker in its environment.
// compare: no, it is Seep's own
// run: --checks=leaks -- fails
// exit: 2
// stdout: ENOENT
// expect: 1,337 bytes in 1 blocks are definitely lost
// run: --checks=leaks -- works
// exit: 1
// reject: definitely lost
// reject: Run did not finish
#include "lose.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
  lose(1337);
  scrub();
  if (count > 1 && strcmp(arguments[1], "works") == 0)
    execlp("grep", "grep", "-zqE", "^(LD_PRELOAD|SEEP_NATIVE)=", "/proc/self/environ", (char *)NULL);
  else
    execl("/nonexistent/program", "program", (char *)NULL);
  puts(errno == ENOENT ? "ENOENT" : "?");
  return 2;
}
