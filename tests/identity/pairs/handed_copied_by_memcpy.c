// SPDX-License-Identifier: GPL-2.0-or-later
// The same by memcpy().
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct pair {
  char *data;
  long number;
};

static void fill(void *out, size_t bytes)
{
  struct pair pair = {malloc(1337), 7};
  memcpy(out, &pair, bytes);
}

static APART int first(void)
{
  struct pair pair;
  fill(&pair, sizeof pair);
  int used = (pair.data[0] = 1);
  free(pair.data); //>
  return used;
}

static APART int second(void)
{
  struct pair pair_2;
  fill(&pair_2, sizeof pair_2); // @made
  int used = (pair_2.data[0] = 1);
  free(pair_2.data); //<
  return used;
}
