// SPDX-License-Identifier: GPL-2.0-or-later
// Memory from alloca() holds the only pointer; it has no name, but it is its function's.
// explain: 1337 left in work @lost; stack of work; stored in fill @stored
#include "explain.h"
#include <alloca.h>
#include <stdlib.h>

static NOIPA void fill(char **table, int count)
{
  for (int i = 0; i < count; i++)
    table[i] = NULL;
  table[count - 1] = malloc(1337); // @stored
}

static NOIPA int work(int count)
{
  char **table = alloca((size_t)count * sizeof *table);
  fill(table, count);
  return table[0] == NULL; // @lost
} // @lost

int main(void)
{
  return work(100) != 1;
}
