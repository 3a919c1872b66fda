// SPDX-License-Identifier: GPL-2.0-or-later
// A doubly linked list whose head and tail are cleared: the nodes keep each other, and the last pointer from outside was the tail.
// Wrong if: the pointers of the nodes among themselves count, so that nothing seems to be lost or the wrong place is told.
// explain: cycle overwritten NULL in forget_tail @tail; global g_tail
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next, *previous;
};
struct node *g_head, *g_tail;

static NOIPA void list_append(void)
{
  struct node *node = malloc(1337);
  node->next = NULL;
  node->previous = g_tail;
  if (g_tail)
    g_tail->next = node;
  else
    g_head = node;
  g_tail = node;
}

static NOIPA void forget_head(void)
{
  g_head = NULL;
}

static NOIPA void forget_tail(void)
{
  g_tail = NULL; // @tail
}

int main(void)
{
  for (int i = 0; i < 3; i++)
    list_append();
  forget_head();
  forget_tail();
  return g_head || g_tail;
}
