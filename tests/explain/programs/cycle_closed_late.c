// SPDX-License-Identifier: GPL-2.0-or-later
// A chain that hangs on a local variable becomes a ring before the variable goes.
// explain: cycle left in work @lost; local first of work; stored in add @stored
#include "explain.h"
#include <stdlib.h>

struct node {
  struct node *next;
};

static NOIPA void add(struct node **slot)
{
  struct node *node = malloc(1337);
  node->next = *slot;
  *slot = node; // @stored
}

static NOIPA int work(void)
{
  struct node *first = NULL;
  for (int i = 0; i < 3; i++)
    add(&first);
  first->next->next->next = first;
  return first->next != NULL; // @lost
} // @lost

int main(void)
{
  return work() != 1;
}
