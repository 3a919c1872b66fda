// SPDX-License-Identifier: GPL-2.0-or-later
// Two blocks of one size that point to each other. The pointer from outside led to the one that was made last.
// Wrong if: the finding is about the one made first, and its own last pointer is told instead of that to the cycle.
// explain: cycle overwritten NULL in forget @lost; global g_second; stored in make @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *peer;
};
struct node *g_second;

static NOIPA void make(void)
{
  struct node *nodes[2];
  for (int i = 0; i < 2; i++)
    nodes[i] = malloc(1337);
  nodes[0]->peer = nodes[1];
  nodes[1]->peer = nodes[0];
  g_second = nodes[1]; // @stored
}

static NOIPA void forget(void)
{
  g_second = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_second != NULL;
}
