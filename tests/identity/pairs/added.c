// SPDX-License-Identifier: GPL-2.0-or-later
// A leak is added in another function.
// quick:
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  kept = NULL;
}

static void parse(void) //>
{ //>
  kept = malloc(1337); //>
  kept = NULL; //>
} //>
 //>
int main(void)
{
  load();
  parse(); //>
  return 0;
}
