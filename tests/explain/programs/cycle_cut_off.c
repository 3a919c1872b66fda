// SPDX-License-Identifier: GPL-2.0-or-later
// Two cycles joined by one pointer, which is cleared: the second is lost on its own, while the first is freed.
// explain: cycle overwritten NULL in part @lost; block +8 from pair @node; stored in join @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *peer, *other;
};
struct node *g_entry;

static NOIPA struct node *pair(size_t bytes, size_t peer_bytes)
{
  struct node *node = calloc(1, bytes); // @node
  node->peer = calloc(1, peer_bytes);
  node->peer->peer = node;
  return node;
}

static NOIPA void join(void)
{
  g_entry = pair(1337, 2001);
  g_entry->other = pair(3001, 4001); // @stored
}

static NOIPA void part(void)
{
  g_entry->other = NULL; // @lost
}

int main(void)
{
  join();
  part();
  free(g_entry->peer);
  free(g_entry);
}
