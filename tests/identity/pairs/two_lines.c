// SPDX-License-Identifier: GPL-2.0-or-later
// Two lines of one function lose memory: two findings, and they stay two when lines are inserted.
// quick:
// findings: 2
// expect: same 2, gate passes
// place: @first @second
#include <stdlib.h>

static void *volatile kept;

/* Reads it. */ //>
static void load(void)
{
  kept = malloc(1337); // @first
  kept = NULL; //>
  kept = malloc(77); // @second
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
