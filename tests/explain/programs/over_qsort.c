// SPDX-License-Identifier: GPL-2.0-or-later
// Pointers are sorted, then the smallest is dropped by one assignment. It was stored last by qsort().
// Wrong if: what qsort() keeps in a place of its own meanwhile counts for more than the array.
// explain: 1337 overwritten block in drop_first @lost; global g_entries; stored in sort_all @sorted; value from make_all @new
#include "explain.h"
#include <stdlib.h>

struct entry {
  int key;
};
struct entry *g_entries[6];

static NOIPA void make_all(void)
{
  for (int i = 0; i < 6; i++) {
    struct entry *entry = malloc(i == 5 ? 1337 : 16); // @new
    entry->key = 10 - i;
    g_entries[i] = entry;
  }
}

static int by_key(const void *a, const void *b)
{
  return (*(struct entry *const *)a)->key - (*(struct entry *const *)b)->key;
}

static NOIPA int sort_all(void)
{
  qsort(g_entries, 6, sizeof *g_entries, by_key); // @sorted
  return g_entries[0]->key;
}

static NOIPA void drop_first(void)
{
  g_entries[0] = g_entries[1]; // @lost
}

int main(void)
{
  make_all();
  int first = sort_all();
  drop_first();
  for (int i = 1; i < 6; i++)
    free(g_entries[i]);
  return first != 5;
}
