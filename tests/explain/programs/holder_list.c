// SPDX-License-Identifier: GPL-2.0-or-later
// A list is cleared by freeing its nodes, but not what they point to.
// explain: 3 x 1337 freed in list_clear @lost; block +8 from list_add @node; stored in list_add @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};
struct node *g_list;

static NOIPA void list_add(void)
{
  struct node *node = malloc(sizeof *node); // @node
  node->text = calloc(1, 1337);             // @stored
  node->next = g_list;                      // @stored
  g_list = node;
}

static NOIPA void list_clear(void)
{
  while (g_list) {
    struct node *next = g_list->next;
    free(g_list); // @lost
    g_list = next;
  }
}

int main(void)
{
  for (int i = 0; i < 3; i++)
    list_add();
  list_clear();
}
