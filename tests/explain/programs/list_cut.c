// SPDX-License-Identifier: GPL-2.0-or-later
// A list is cut to its first two nodes, by a NULL in the second.
// explain: 1337 overwritten NULL in list_cut @lost; block +0 from list_add @node; stored in list_add @next
// explain: 2 x 1337 indirect by holder; block +0 from list_add @node; stored in list_add @next
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *g_list;

static NOIPA void list_add(void)
{
  struct node *node = malloc(1337); // @node
  node->next = g_list;              // @next
  g_list = node;
}

static NOIPA void list_cut(struct node *last)
{
  last->next = NULL; // @lost
}

int main(void)
{
  for (int i = 0; i < 5; i++)
    list_add();
  list_cut(g_list->next);
  free(g_list->next);
  free(g_list);
}
