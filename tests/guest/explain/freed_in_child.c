// SPDX-License-Identifier: GPL-2.0-or-later
// A block that the parent has freed is used in a forked child, where other words may point to it.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: use (freed_in_child.c:@use)
// expect: A pointer to it is in the global variable "stale"; it was stored there in main() (freed_in_child.c:@stored).
// expect: Another pointer to it is in the global variable "of_child"; it was stored there in main() (freed_in_child.c:@child).
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "guest.h"
static char *volatile stale, *volatile of_child;
static NOINLINE int use(void)
{
  return stale[7] == 127; // @use
}
int main(void)
{
  stale = malloc(1337); // @stored
  scrub();
  free(stale);
  if (fork() == 0) {
    of_child = stale; // @child
    scrub();
    _exit(use());
  }
  wait(NULL);
  return 0;
}
