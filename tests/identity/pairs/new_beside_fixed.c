// SPDX-License-Identifier: GPL-2.0-or-later
// A leak is fixed, and the line behind it, which is new, loses less than it did: not the old one, edited.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;
static int calls;

static void load(void)
{
  calls++;
  kept = malloc(1337); //<
  void *table = malloc(1337); //>
  free(table); //>
  kept = calloc(1, 77); //>
  calls++;
}

int main(void)
{
  load();
  kept = NULL;
  return calls == 0;
}
