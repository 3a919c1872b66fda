// SPDX-License-Identifier: GPL-2.0-or-later
// Two lines of a function allocate, and the other one of the two blocks is freed: one fixed, one new, though the lines that
// allocate are what they were.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *first = malloc(1337);
  void *second = malloc(1337);
  kept = first;
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
