// SPDX-License-Identifier: GPL-2.0-or-later
// A tree is freed from its root down, but the function forgets the right side.
// explain: 777 freed in tree_free @lost; block +8 from tree_new @node; stored in build @stored
#include "explain.h"
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
};

static NOIPA struct tree *tree_new(size_t bytes)
{
  return calloc(1, bytes); // @node
}

static NOIPA struct tree *build(void)
{
  struct tree *root = tree_new(100);
  root->left = tree_new(100);
  root->left->left = tree_new(100);
  root->left->right = tree_new(777); // @stored
  return root;
}

static void tree_free(struct tree *tree)
{
  if (!tree)
    return;
  tree_free(tree->left);
  free(tree); // @lost
}

int main(void)
{
  tree_free(build());
}
