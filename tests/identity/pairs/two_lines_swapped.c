// SPDX-License-Identifier: GPL-2.0-or-later
// Two lines of one function that lose memory change places.
// findings: 2
// expect: same 2, gate passes
// or: moved 2, gate passes
// or: same 1, moved 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(77); //<
  kept = malloc(1337);
  kept = malloc(77); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
