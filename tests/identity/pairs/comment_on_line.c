// SPDX-License-Identifier: GPL-2.0-or-later
// The comment at the end of the line that allocates is another one.
// findings: 1
// expect: same 1, gate passes
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337); /* the table */ //<
  kept = malloc(1337); /* the table; freed by unload(), which nobody calls */ //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
