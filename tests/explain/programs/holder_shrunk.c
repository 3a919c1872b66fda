// SPDX-License-Identifier: GPL-2.0-or-later
// An array of pointers is made smaller by realloc(); what its last elements pointed to is lost, whether it moves or not.
// explain: 6 x 1337 freed in shrink @lost; block from make @array; stored in make @stored
#include "explain.h"
#include <stdlib.h>

char **g_items;

static NOIPA void make(int count)
{
  g_items = malloc((size_t)count * sizeof *g_items); // @array
  for (int i = 0; i < count; i++)
    g_items[i] = calloc(1, 1337); // @stored
}

static NOIPA void shrink(int count)
{
  g_items = realloc(g_items, (size_t)count * sizeof *g_items); // @lost
}

int main(void)
{
  make(8);
  shrink(2);
  free(g_items[0]);
  free(g_items[1]);
  free(g_items);
}
