// SPDX-License-Identifier: GPL-2.0-or-later
// The member is two structures deep.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct inner {
  long *items;
};
struct outer {
  int number;
  struct inner *inner;
};

static void fill(struct outer *outer)
{
  outer->inner->items = malloc(1336);
  outer->inner->items[0] = 1;
}

static APART int first(void)
{
  struct inner inner = {0};
  struct outer outer = {0, &inner};
  fill(&outer);
  int used = (int)inner.items[0];
  free(inner.items); //>
  return used;
}

static APART int second(void)
{
  struct inner inner_2 = {0};
  struct outer outer_2 = {0, &inner_2};
  fill(&outer_2); // @made
  int used = (int)inner_2.items[0];
  free(inner_2.items); //<
  return used;
}
