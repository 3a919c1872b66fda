// SPDX-License-Identifier: GPL-2.0-or-later
// A node is taken out of the middle of a list, but not freed.
// explain: 1337 overwritten block in list_remove @lost; block +0 from list_add @node; stored in list_add @next; value from list_add @node
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
  int key;
};
struct node *g_list;

static NOIPA void list_add(int key)
{
  struct node *node = malloc(key == 2 ? 1337 : 16); // @node
  node->key = key;
  node->next = g_list; // @next
  g_list = node;
}

static NOIPA void list_remove(int key)
{
  struct node **link = &g_list;
  while ((*link)->key != key)
    link = &(*link)->next;
  *link = (*link)->next; // @lost
}

static NOIPA void list_free(void)
{
  for (struct node *next; g_list; g_list = next) {
    next = g_list->next;
    free(g_list);
  }
}

int main(void)
{
  for (int i = 1; i <= 4; i++)
    list_add(i);
  list_remove(2);
  list_free();
}
