// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lines of one function that lose memory the first is fixed.
// quick:
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  free(kept); //>
  kept = malloc(1337);
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
