// SPDX-License-Identifier: GPL-2.0-or-later
// The parent has stored the value, and reported a use of it; so does a child, and tells the path as well.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: parent_uses (path_in_child.c:@parent)
// expect: The value was in the global variable "kept"; it was stored there in store() (path_in_child.c:@stored).
// expect: Uninitialised value was created by a heap allocation
// expect: Conditional jump or move depends on uninitialised value(s)
// next: child_uses (path_in_child.c:@child)
// expect: The value was in the global variable "kept"; it was stored there in store() (path_in_child.c:@stored).
// expect: Uninitialised value was created by a heap allocation
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "guest.h"
static long kept;
static NOINLINE void store(const long *origin)
{
  kept = *origin; // @stored
}
static NOINLINE int parent_uses(void)
{
  return kept == 77 ? 1 : 2; // @parent
}
static NOINLINE int child_uses(void)
{
  return kept == 78 ? 1 : 2; // @child
}
int main(void)
{
  long *origin = malloc(1337);
  store(origin + 3);
  parent_uses();
  if (fork() == 0) {
    child_uses();
    _exit(0);
  }
  wait(NULL);
  free(origin);
  return 0;
}
