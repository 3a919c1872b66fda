// SPDX-License-Identifier: GPL-2.0-or-later
// A ring of nodes from one place; lines are inserted.
// findings: 1
// expect: same 1, gate passes
// place: @node
#include <stdlib.h>

struct node {
  struct node *next, *previous;
  char room[61];
};

static struct node *volatile ring;

static void insert(void)
{
  struct node *node = calloc(1, sizeof *node); // @node
  if (!node) //>
    abort(); //>
  node->next = ring ? ring : node;
  node->previous = ring ? ring->previous : node;
  node->previous->next = node;
  node->next->previous = node;
  ring = node;
}

int main(void)
{
  for (int i = 0; i < 7; i++)
    insert();
  ring = NULL;
  return 0;
}
