// SPDX-License-Identifier: GPL-2.0-or-later
// A block that points to itself only: the last pointer from outside was a global variable.
// Wrong if: the block's pointer to itself counts as a holder.
// explain: 1337 overwritten NULL in forget @lost; global g_node; stored in make @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *self;
};
struct node *g_node;

static NOIPA void make(void)
{
  struct node *node = malloc(1337);
  node->self = node;
  g_node = node; // @stored
}

static NOIPA void forget(void)
{
  g_node = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_node != NULL;
}
