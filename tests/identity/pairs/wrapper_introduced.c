// SPDX-License-Identifier: GPL-2.0-or-later
// Three functions that called malloc call a wrapper instead.
// quick:
// findings: 3
// expect: same 3, gate passes
// or: moved 3, gate passes
#include <stdlib.h>

static void *volatile kept;

static void *xmalloc(size_t bytes) //>
{ //>
  void *memory = malloc(bytes); //>
  if (!memory) //>
    abort(); //>
  return memory; //>
} //>
 //>
static void load(void)
{
  kept = malloc(1337); //<
  kept = xmalloc(1337); //>
}

static void parse(void)
{
  kept = malloc(77); //<
  kept = xmalloc(77); //>
}

static void build(void)
{
  kept = malloc(500); //<
  kept = xmalloc(500); //>
}

int main(void)
{
  load();
  parse();
  build();
  kept = NULL;
  return 0;
}
