// SPDX-License-Identifier: GPL-2.0-or-later
// Two cycles, of which one points to the other. The last pointer from outside led to the first.
// explain: cycle overwritten NULL in forget @lost; global g_entry; stored in make @stored
// explain: 2 x * indirect by holder; block
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *peer, *other;
};
struct node *g_entry;

static NOIPA struct node *pair(size_t bytes, size_t peer_bytes)
{
  struct node *node = calloc(1, bytes);
  node->peer = calloc(1, peer_bytes);
  node->peer->peer = node;
  return node;
}

static NOIPA void make(void)
{
  struct node *entry = pair(1337, 2001);
  entry->peer->other = pair(3001, 4001);
  g_entry = entry; // @stored
}

static NOIPA void forget(void)
{
  g_entry = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_entry != NULL;
}
