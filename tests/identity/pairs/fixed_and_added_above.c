// SPDX-License-Identifier: GPL-2.0-or-later
// In one function a leak is fixed by an early end, and one is added above it; lines are inserted besides.
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

static void load(int number)
{
  puts("load"); //>
  kept = malloc((size_t)number); //>
  if (number > 0) //>
    return; //>
  kept = malloc(1337);
  kept = NULL;
}

int main(void)
{
  load(1337);
  kept = NULL;
  return 0;
}
