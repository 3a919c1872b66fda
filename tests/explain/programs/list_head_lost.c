// SPDX-License-Identifier: GPL-2.0-or-later
// The head of a list is set to NULL: its first node is lost, and the others with it.
// explain: 1337 overwritten NULL in list_forget @lost; global g_list; stored in list_add @head
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
  g_list = node;                    // @head
}

static NOIPA void list_forget(void)
{
  g_list = NULL; // @lost
}

int main(void)
{
  for (int i = 0; i < 3; i++)
    list_add();
  list_forget();
  return g_list != NULL;
}
