// SPDX-License-Identifier: GPL-2.0-or-later
// Of the functions that call a wrapper one is fixed, and another one loses as much instead.
// quick:
// findings: 2
// expect: same 1, new 1, fixed 1, gate fails
#include <stdlib.h>

static void *volatile kept;

static void *xmalloc(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory)
    abort();
  return memory;
}

static void load(void)
{
  void *table = xmalloc(1337);
  kept = table;
  free(table); //>
}

static void parse(void)
{
  kept = xmalloc(77);
}

static void build(void)
{
  void *tree = xmalloc(1337);
  kept = tree;
  free(tree); //<
}

int main(void)
{
  load();
  parse();
  build();
  kept = NULL;
  return 0;
}
