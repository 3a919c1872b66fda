// SPDX-License-Identifier: GPL-2.0-or-later
// A function that loses memory at each depth goes deeper.
// findings: 1
// expect: grown 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void descend(int depth)
{
  if (depth == 0)
    return;
  kept = malloc(77);
  descend(depth - 1);
}

int main(void)
{
  descend(5); //<
  descend(9); //>
  kept = NULL;
  return 0;
}
