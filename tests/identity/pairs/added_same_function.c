// SPDX-License-Identifier: GPL-2.0-or-later
// A leak is added in the same function, in front of the one that was there.
// quick:
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
// place: @first @second
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(77); // @first //>
  kept = malloc(1337); // @second
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
