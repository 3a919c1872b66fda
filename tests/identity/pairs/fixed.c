// SPDX-License-Identifier: GPL-2.0-or-later
// The leak is fixed.
// quick:
// findings: 1 -> 0
// expect: fixed 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  free(kept); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
