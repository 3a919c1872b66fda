// SPDX-License-Identifier: GPL-2.0-or-later
// A wrapper that hands on one block gets a leak of its own.
// findings: 2 -> 3
// expect: same 2, new 1, gate fails
// place: @own @table @text
#include <stdlib.h>

static void *volatile kept, *volatile count;

static void *xmalloc(size_t bytes)
{
  void *memory = malloc(bytes);
  count = malloc(19); // @own //>
  count = NULL;
  return memory;
}

static void load(void)
{
  kept = xmalloc(1337); // @table
}

static void parse(void)
{
  kept = xmalloc(77); // @text
}

int main(void)
{
  load();
  parse();
  kept = NULL;
  return 0;
}
