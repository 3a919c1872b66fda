// SPDX-License-Identifier: GPL-2.0-or-later
// An element is removed from an array of pointers by memmove(), but not freed.
// Wrong if: a move within one array is taken as the loss of what only changes its place.
// explain: 1337 overwritten block in remove_name @lost; global g_names; stored in add_name @stored; value from add_name @new
#include "explain.h"
#include <stdlib.h>
#include <string.h>

char *g_names[8];
size_t g_count;

static NOIPA void add_name(size_t bytes)
{
  char *name = calloc(1, bytes); // @new
  g_names[g_count++] = name;     // @stored
}

static NOIPA void remove_name(size_t index)
{
  memmove(&g_names[index], &g_names[index + 1], (g_count - index - 1) * sizeof *g_names); // @lost
  g_count--;
}

int main(void)
{
  for (size_t i = 0; i < 5; i++)
    add_name(i == 1 ? 1337 : 16);
  remove_name(1);
  for (size_t i = 0; i < g_count; i++)
    free(g_names[i]);
}
