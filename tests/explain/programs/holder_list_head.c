// SPDX-License-Identifier: GPL-2.0-or-later
// Only the first node of a list is freed: the second was in its `next`, and the third and fourth hang on that.
// explain: 1337 freed in list_drop @lost; block +0 from list_add @node; stored in list_add @stored
// explain: 2 x 1337 indirect by holder; block +0 from list_add @node; stored in list_add @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *g_list;

static NOIPA void list_add(void)
{
  struct node *node = malloc(1337); // @node
  node->next = g_list;              // @stored
  g_list = node;
}

static NOIPA void list_drop(void)
{
  free(g_list); // @lost
  g_list = NULL;
}

int main(void)
{
  for (int i = 0; i < 4; i++)
    list_add();
  list_drop();
}
