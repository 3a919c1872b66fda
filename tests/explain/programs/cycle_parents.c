// SPDX-License-Identifier: GPL-2.0-or-later
// Children know their parent. The parent is forgotten by everybody but them.
// explain: cycle overwritten NULL in forget @lost; global g_parent; stored in make @stored
#include "explain.h"
#include <stdlib.h>

struct child {
  struct parent *parent;
};
struct parent {
  struct child *children[3];
};
struct parent *g_parent;

static NOIPA void make(void)
{
  struct parent *parent = calloc(1, 2001);
  for (int i = 0; i < 3; i++) {
    struct child *child = calloc(1, 1337);
    child->parent = parent;
    parent->children[i] = child;
  }
  g_parent = parent; // @stored
}

static NOIPA void forget(void)
{
  g_parent = NULL; // @lost
}

int main(void)
{
  make();
  forget();
  return g_parent != NULL;
}
