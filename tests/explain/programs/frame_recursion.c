// SPDX-License-Identifier: GPL-2.0-or-later
// Each level of a recursion has its own buffer, and none frees it.
// explain: 4 x 1337 left in walk @lost; local path of walk; stored in take @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void take(char **out)
{
  *out = calloc(1, 1337); // @stored
}

static NOIPA int walk(int depth)
{
  char *path;
  take(&path);
  int below = depth > 1 ? walk(depth - 1) : 0;
  return below + path[0] + 1; // @lost
} // @lost

int main(void)
{
  return walk(4) != 4;
}
