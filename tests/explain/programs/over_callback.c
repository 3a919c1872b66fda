// SPDX-License-Identifier: GPL-2.0-or-later
// A callback gets the place of a pointer as its user data and clears it, far from where the block was made.
// explain: 1337 overwritten NULL in forget @lost; local scratch of main; stored in make @stored
#include "explain.h"
#include <stdlib.h>

typedef void visit(int value, void *data);

static NOIPA void for_each(const int *values, int count, visit *visit, void *data)
{
  for (int i = 0; i < count; i++)
    visit(values[i], data);
}

static void forget(int value, void *data)
{
  char **slot = data;
  if (value == 3)
    *slot = NULL; // @lost
}

static NOIPA void make(char **slot)
{
  *slot = malloc(1337); // @stored
}

int main(void)
{
  static const int values[] = {1, 2, 3};
  char *scratch;
  make(&scratch);
  for_each(values, 3, forget, &scratch);
  free(scratch);
}
