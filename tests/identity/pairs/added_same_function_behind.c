// SPDX-License-Identifier: GPL-2.0-or-later
// A leak of the same size is added in the same function, behind the one that was there.
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  kept = malloc(1337); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
