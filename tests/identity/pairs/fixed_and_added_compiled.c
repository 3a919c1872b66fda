// SPDX-License-Identifier: GPL-2.0-or-later
// Two lines of a function allocate; in one the leak is fixed, in the other one of the same size is added.
// findings: 1
// expect: new 1, fixed 1, gate fails
// variant: fixed_and_added_clang
// In one function a leak is fixed, and one of the same size is added at another line, compiled by clang.
// compiler: clang
// variant: free_moved_optimised
// Two lines of a function allocate, with optimisation and inlined, and the other one of the two blocks is freed.
// flags: -g -O2
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *first = malloc(1337);
  kept = first;
  void *second = malloc(1337);
  kept = second;
  free(first); //<
  free(second); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
