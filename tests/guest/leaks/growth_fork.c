// SPDX-License-Identifier: GPL-2.0-or-later
// A forked child inherits what lives, and has samples of its own: what grew before the fork, or in the parent alone, does not grow in it.
// compare: no, Memcheck does not look at the heap over time
// run: -- 180
// only: seep
// exit: 0
// stdout: child done
// expect: /by grow_in_child \(growth_fork.c:@child\)/
// reject: grow_in_parent
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void **kept;
static int count;

static NOINLINE void grow_in_parent(void)
{
  kept[count++] = malloc(50); // @parent
}

static NOINLINE void grow_in_child(void)
{
  kept[count++] = malloc(70); // @child
}

int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 1;
  kept = calloc((size_t)steps * 2, sizeof *kept);
  for (int i = 0; i < steps / 6; i++) {
    grow_in_parent();
    usleep(8000);
  }
  pid_t child = fork();
  for (int i = 0; child == 0 && i < steps; i++) {
    grow_in_child();
    usleep(8000);
  }
  if (child == 0) {
    puts("child done");
    return 0;
  }
  waitpid(child, NULL, 0);
  return 0;
}
