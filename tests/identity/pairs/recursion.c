// SPDX-License-Identifier: GPL-2.0-or-later
// A function that calls itself loses memory at each depth: one place, also when it goes deeper with less in each.
// findings: 1
// expect: same 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void descend(int depth)
{
  if (depth == 0)
    return;
  kept = malloc(77);
  kept = NULL; //>
  descend(depth - 1);
}

int main(void)
{
  descend(5);
  kept = NULL;
  return 0;
}
