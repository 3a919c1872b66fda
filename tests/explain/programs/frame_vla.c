// SPDX-License-Identifier: GPL-2.0-or-later
// An array of variable length holds the only pointer.
// explain: 1337 left in work @lost; local table of work / stack of work; stored in fill @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void fill(int count, char *table[count])
{
  for (int i = 0; i < count; i++)
    table[i] = NULL;
  table[count / 2] = malloc(1337); // @stored
}

static NOIPA int work(int count)
{
  char *table[count];
  fill(count, table);
  return table[0] == NULL; // @lost
} // @lost

int main(void)
{
  return work(100) != 1;
}
