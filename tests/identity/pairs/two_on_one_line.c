// SPDX-License-Identifier: GPL-2.0-or-later
// Two calls on one line lose memory, where one did before. They may be one finding or two; but it is no longer the same.
// expect: grown 1, gate fails
// or: same 1, new 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *first = malloc(1337); void *second = malloc(77);
  kept = first;
  kept = second;
  free(second); //<
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
