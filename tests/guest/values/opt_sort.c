// SPDX-License-Identifier: GPL-2.0-or-later
// qsort and bsearch over structures with padding.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 0 499 250
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
struct item { char kind; int key; char more[3]; };
static int by_key(const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}
int main(void)
{
  struct item *items = malloc(500 * sizeof *items), wanted = {0, 250, ""};
  for (int i = 0; i < 500; i++) {
    items[i].key = i * 7919 % 500;
    items[i].more[1] = i;
  }
  qsort(items, 500, sizeof *items, by_key);
  struct item *found = bsearch(&wanted, items, 500, sizeof *items, by_key);
  printf("%d %d %d\n", items[0].key, items[499].key, found->key);
  free(items);
}
