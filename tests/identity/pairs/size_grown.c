// SPDX-License-Identifier: GPL-2.0-or-later
// The same line loses more.
// quick:
// findings: 1
// expect: grown 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(100); //<
  kept = malloc(200); //>
  kept = NULL;
}

int main(void)
{
  load();
  return 0;
}
