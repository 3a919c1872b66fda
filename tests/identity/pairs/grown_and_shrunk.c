// SPDX-License-Identifier: GPL-2.0-or-later
// One line loses more, and another one of the function as much less.
// findings: 2
// expect: grown 1, shrunk 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void load(int more, int less)
{
  for (int i = 0; i < more; i++)
    kept = malloc(100);
  for (int i = 0; i < less; i++)
    kept = malloc(100);
  kept = NULL;
}

int main(void)
{
  load(3, 7); //<
  load(7, 3); //>
  return 0;
}
