// SPDX-License-Identifier: GPL-2.0-or-later
// One function calls a wrapper at two lines, one of which is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
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
  free(kept); //>
  kept = xmalloc(1337);
}

int main(void)
{
  load();
  kept = NULL;
  return 0;
}
