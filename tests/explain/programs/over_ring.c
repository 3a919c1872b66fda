// SPDX-License-Identifier: GPL-2.0-or-later
// The slots of a ring are used again; who puts the fifth and sixth entry there does not free the first and second.
// Wrong if: each slot's history is not told apart, as all lie in one variable.
// explain: 2 x 1337 overwritten block in remember @lost; global ring; stored in remember @lost; value from remember @new
#include "explain.h"
#include <stdlib.h>

static char *ring[4];
static unsigned count;

static NOIPA void remember(void)
{
  char *entry = calloc(1, 1337); // @new
  ring[count++ % 4] = entry;     // @lost
}

static NOIPA void forget_all(void)
{
  for (int i = 0; i < 4; i++)
    free(ring[i]);
}

int main(void)
{
  for (int i = 0; i < 6; i++)
    remember();
  forget_all();
}
