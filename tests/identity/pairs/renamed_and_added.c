// SPDX-License-Identifier: GPL-2.0-or-later
// A function is renamed, and another one gets a leak of the same size: whatever is said of the first, one leak is more.
// findings: 1 -> 2
// expect: moved 1, new 1, gate fails
// or: new 2, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void) //<
static void read_table(void) //>
{
  kept = malloc(1337);
  kept = NULL;
}

static void parse(void)
{
  void *text = malloc(1337);
  kept = text;
  free(text); //<
  kept = NULL;
}

int main(void)
{
  load(); //<
  read_table(); //>
  parse();
  return 0;
}
