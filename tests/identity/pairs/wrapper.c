// SPDX-License-Identifier: GPL-2.0-or-later
// A wrapper hands on what malloc gave it, for three functions: three findings, at the lines that call it.
// quick:
// findings: 3
// expect: same 3, gate passes
// place: @table @text @tree
#include <stdlib.h>

static void *volatile kept;

static void *xmalloc(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory)
    abort();
  return memory;
}

/* Three of them. */ //>
static void load(void)
{
  kept = xmalloc(1337); // @table
}

static void parse(void)
{
  kept = xmalloc(77); // @text
}

static void build(void)
{
  kept = NULL; //>
  kept = xmalloc(500); // @tree
}

int main(void)
{
  load();
  parse();
  build();
  kept = NULL;
  return 0;
}
