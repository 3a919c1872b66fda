// SPDX-License-Identifier: GPL-2.0-or-later
// Two blocks that point to each other. Outside, one pointer to the first was left.
// explain: cycle overwritten NULL in forget @lost; global g_first; stored in make @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *peer;
};
struct node *g_first;

static NOIPA void make(void)
{
  struct node *first = malloc(1337);
  struct node *second = malloc(2001);
  first->peer = second;
  second->peer = first;
  g_first = first; // @stored
}

static NOIPA void forget(void)
{
  g_first = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_first != NULL;
}
