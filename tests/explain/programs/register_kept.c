// SPDX-License-Identifier: GPL-2.0-or-later
// A function keeps a block in a register while it calls another one, and returns early without freeing it.
// explain -O0: 1337 left in parse @end; local text of parse; not dropped
// explain -O2: 1337 never stored; allocated in parse @new; dropped in parse @end from malloc
#include "explain.h"
#include <stdlib.h>

static volatile long g_sink;

static NOIPA void report(long depth)
{
  if (depth > 0)
    report(depth - 1);
  g_sink = depth;
}

static NOIPA int parse(long depth)
{
  char *text = malloc(1337); // @new
  if (!text)
    abort();
  text[0] = 1;
  report(depth);
  if (text[0] == 1)
    return 1; // @end
  free(text);
  return 0; // @end
} // @end

int main(int argc, char **argv)
{
  (void)argv;
  return parse(argc) != 1;
}
