// SPDX-License-Identifier: GPL-2.0-or-later
// Each process tells of the blocks that it has allocated itself, as in loss records: a child neither of its parent's
// frees before the fork nor of what it frees for its parent.
// needs: seep
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 2 of 4 blocks allocated here were freed by main() (siblings_fork.c:@child); this one was not.
// expect: 2,674 bytes in 2 blocks are definitely lost
// expect: 3 of 5 blocks allocated here were freed by main() (siblings_fork.c:@parent); these 2 were not.
#include "guest.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static NOINLINE void *make(void)
{
  return malloc(1337);
}
static void *held, *held_by_child;
int main(void)
{
  void *volatile block = NULL;
  pid_t child = 0;
  for (int i = 0; i < 9; i++) {
    if (i == 5 && (child = fork()) != 0)
      break;
    block = make();
    if (i < 3)
      free(block); // @parent
    else if (i == 4)
      held = block;
    else if (i == 5)
      held_by_child = block;
    else if (i > 6)
      free(block); // @child
    block = NULL;
  }
  if (child == 0)
    free(held);
  else
    waitpid(child, NULL, 0);
  held = NULL;
  scrub();
}
