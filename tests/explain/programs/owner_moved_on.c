// SPDX-License-Identifier: GPL-2.0-or-later
// A list is reversed while its nodes are in an index, too: whoever reverses them lets nothing go.
// explain: 2 x 1344 overwritten NULL in clear @lost; global g_index; not says reverse
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
  char text[1337 - 8];
};

struct node *g_index[2];

static NOIPA struct node *push(struct node *next, int number)
{
  struct node *node = calloc(1, sizeof *node);
  node->next = next;
  g_index[number] = node;
  return node;
}

static NOIPA struct node *reverse(struct node *list)
{
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  return reversed;
}

static NOIPA int count(const struct node *list)
{
  return list ? 1 + count(list->next) : 0;
}

static NOIPA int use(void)
{
  struct node *list = push(push(NULL, 0), 1);
  list = reverse(list);
  const int number = count(list);
  list->next = NULL;
  return number;
}

static NOIPA void clear(void)
{
  g_index[0] = NULL; // @lost
  g_index[1] = NULL; // @lost
}

int main(void)
{
  const int number = use();
  clear();
  return number != 2;
}
