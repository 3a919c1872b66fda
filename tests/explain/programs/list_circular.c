// SPDX-License-Identifier: GPL-2.0-or-later
// A ring of nodes; the one pointer to it from outside goes.
// explain: cycle overwritten NULL in ring_forget @lost; global g_ring
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *g_ring;

static NOIPA void ring_add(void)
{
  struct node *node = malloc(1337);
  if (g_ring) {
    node->next = g_ring->next;
    g_ring->next = node;
  } else
    node->next = node;
  g_ring = node;
}

static NOIPA void ring_forget(void)
{
  g_ring = NULL; // @lost
}

int main(void)
{
  for (int i = 0; i < 5; i++)
    ring_add();
  ring_forget();
  return g_ring != NULL;
}
