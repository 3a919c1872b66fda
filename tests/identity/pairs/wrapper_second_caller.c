// SPDX-License-Identifier: GPL-2.0-or-later
// A function that hands on what malloc gave it is called by a second one, which loses memory, too.
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
// or: moved 1, new 1, gate fails
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
  kept = xmalloc(1337);
}

static void parse(void) //>
{ //>
  kept = xmalloc(1337); //>
} //>
 //>
int main(void)
{
  load();
  parse(); //>
  kept = NULL;
  return 0;
}
