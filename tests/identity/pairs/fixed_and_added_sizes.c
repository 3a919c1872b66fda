// SPDX-License-Identifier: GPL-2.0-or-later
// In one function a leak is fixed, and one of another size is added at another line.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(int number)
{
  kept = malloc(1337);
  free(kept); //>
  for (int i = 0; i < number; i++)
    kept = malloc(77); //>
  kept = NULL;
}

int main(void)
{
  load(3);
  return 0;
}
