// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lines of one function that lose memory the second is taken out.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  kept = malloc(77); //<
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
