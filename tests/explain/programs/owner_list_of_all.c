// SPDX-License-Identifier: GPL-2.0-or-later
// All nodes are in a list, too, until the tree is done; a child is replaced while it is. Others outlive the list, so that
// it was not the owner.
// explain: 1344 overwritten block in set_child @lost; block +8; says which others have outlived; called by tree @replaced
#include "explain.h"
#include <stdlib.h>

struct node {
  long number;
  struct node *child;
  char text[1337 - 16];
};

struct entry {
  struct node *node;
  struct entry *next;
};

static NOIPA void remember(struct entry **all, struct node *node)
{
  struct entry *entry = malloc(sizeof *entry);
  *entry = (struct entry){node, *all};
  *all = entry;
}

static NOIPA void set_child(struct node *node, struct node *child)
{
  node->child = child; // @lost
}

static NOIPA void forget(struct entry *all)
{
  while (all) {
    struct entry *next = all->next;
    free(all);
    all = next;
  }
}

static NOIPA struct node *tree(int replaces)
{
  struct entry *all = NULL;
  struct node *root = calloc(1, 2000);
  remember(&all, root);
  struct node *node = calloc(1, sizeof *node);
  remember(&all, node);
  set_child(root, node);
  if (replaces) {
    node = calloc(1, sizeof *node);
    remember(&all, node);
    set_child(root, node); // @replaced
  }
  forget(all);
  return root;
}

static NOIPA void drop(struct node *root)
{
  free(root->child);
  free(root);
}

int main(void)
{
  drop(tree(0));
  drop(tree(1));
}
