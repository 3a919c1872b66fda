// SPDX-License-Identifier: GPL-2.0-or-later
// Small blocks on deep stacks: ARGUMENT times a tree of 65,535 nodes is made and freed, by recursion.
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 15 };

struct node {
  struct node *left, *right;
};

static __attribute__((noinline)) struct node *make(int depth)
{
  struct node *const node = malloc(sizeof *node);
  node->left = depth > 0 ? make(depth - 1) : NULL;
  node->right = depth > 0 ? make(depth - 1) : NULL;
  return node;
}

static __attribute__((noinline)) void drop(struct node *node)
{
  if (!node)
    return;
  drop(node->left);
  drop(node->right);
  free(node);
}

int main(int count, char **arguments)
{
  for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--)
    drop(make(DEPTH));
  puts("done");
}
