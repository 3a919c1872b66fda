// SPDX-License-Identifier: GPL-2.0-or-later
// Of three lines that allocate the first two lose memory, then the last two, all as much.
// quick:
// findings: 2
// expect: same 1, new 1, fixed 1, gate fails
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  void *first = malloc(1337);
  void *second = malloc(1337);
  void *third = malloc(1337);
  kept = first;
  kept = second;
  kept = third;
  puts("loaded");
  free(third); //<
  free(first); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
