// SPDX-License-Identifier: GPL-2.0-or-later
// A function that allocates at two lines is split into two functions.
// findings: 2
// expect: same 1, moved 1, gate passes
// or: same 1, new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void rest(void) //>
{ //>
  kept = malloc(77); //>
  kept = NULL; //>
} //>
 //>
static void load(void)
{
  kept = malloc(1337);
  kept = malloc(77); //<
  kept = NULL;
  rest(); //>
}

int main(void)
{
  load();
  return 0;
}
