// SPDX-License-Identifier: GPL-2.0-or-later
// A function is renamed and loses more.
// findings: 1
// expect: new 1, fixed 1, gate fails
// or: grown 1, gate fails
// or: moved 1, gate fails
// or: moved 1, grown 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void) //<
static void read_table(void) //>
{
  kept = malloc(1337); //<
  kept = malloc(2674); //>
  kept = NULL;
}

int main(void)
{
  load(); //<
  read_table(); //>
  return 0;
}
