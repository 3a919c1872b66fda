// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: an error from before a fork is told where it was found, and counts in the child; the child's own is
// told there.
// compare: no, it is Seep's own
// build: -Wno-use-after-free
// run: --checks=leaks --log-file=report.%p
// stdout: child, parent
// report: report.*
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void free_twice(size_t bytes)
{
  void *volatile block = malloc(bytes);
  free(block);
  free(block);
}

int main(void)
{
  free_twice(1337);
  if (fork() == 0) {
    free_twice(1001);
    write(1, "child, ", 7);
    _exit(0);
  }
  wait(NULL);
  write(1, "parent\n", 7);
  return 0;
}
