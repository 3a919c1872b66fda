// SPDX-License-Identifier: GPL-2.0-or-later
// Two functions that lose memory change places in the file.
// findings: 2
// expect: same 2, gate passes
#include <stdlib.h>

static void *volatile kept;

static void parse(void) //<
{ //<
  kept = malloc(1337); //<
} //<
 //<
static void load(void)
{
  kept = malloc(1337);
}

static void parse(void) //>
{ //>
  kept = malloc(1337); //>
} //>
 //>
int main(void)
{
  load();
  parse();
  kept = NULL;
  return 0;
}
