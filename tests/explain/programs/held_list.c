// SPDX-License-Identifier: GPL-2.0-or-later
// A global list only ever grows: its head keeps the newest node, each node the one before it.
// explain: 1337 reachable held; global g_list; stored in remember @head
// explain: 9 x 1337 reachable held; block +0 from remember @node; stored in remember @next
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *g_list;

static NOIPA void remember(void)
{
  struct node *node = malloc(1337); // @node
  node->next = g_list;              // @next
  g_list = node;                    // @head
}

int main(void)
{
  for (int i = 0; i < 10; i++)
    remember();
}
