// SPDX-License-Identifier: GPL-2.0-or-later
// realloc(p, 0) frees the block that holds the pointer.
// explain: 1337 freed in empty @lost; block +0 from make @array; stored in make @stored
#include "explain.h"
#include <stdlib.h>

char **g_items;

static NOIPA void make(void)
{
  g_items = malloc(5 * sizeof *g_items); // @array
  g_items[0] = malloc(1337);             // @stored
}

static NOIPA int empty(size_t bytes)
{
  g_items = realloc(g_items, bytes); // @lost
  return g_items != NULL;
}

int main(void)
{
  make();
  return empty(0);
}
