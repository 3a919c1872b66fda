// SPDX-License-Identifier: GPL-2.0-or-later
// Lines are inserted above the function.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <stdlib.h>

static void *volatile kept;

/* A comment that was not there. */ //>
static int unused(int number) //>
{ //>
  return number + 1; //>
} //>
 //>
static void load(void)
{
  kept = malloc(1337); // @leak
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
  return unused(0); //>
}
