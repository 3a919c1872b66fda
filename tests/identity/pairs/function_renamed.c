// SPDX-License-Identifier: GPL-2.0-or-later
// The function gets another name. That may be told from one leak that was fixed and another one that was added, or not.
// findings: 1
// expect: moved 1, gate passes
// or: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void) //<
static void read_table(void) //>
{
  kept = malloc(1337);
  kept = NULL;
}

int main(void)
{
  load(); //<
  read_table(); //>
  return 0;
}
