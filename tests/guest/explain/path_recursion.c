// SPDX-License-Identifier: GPL-2.0-or-later
// A thousand calls hand the value on, each by its frame: the path is cut off, and takes no time.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// limit: 60
// expect: Conditional jump or move depends on uninitialised value(s)
// next: descend (path_recursion.c:@use)
// expect: The value was
// expect: /before that, it was .*descend\(\)/
// expect: Uninitialised value was created by a heap allocation
#include <stdlib.h>
#include "guest.h"
static NOINLINE int descend(long number, int depth)
{
  volatile long mine = number;
  if (depth > 0)
    return descend(mine, depth - 1);
  return mine == 77 ? 3 : 0; // @use
}
int main(void)
{
  long *origin = malloc(1337);
  const int result = descend(origin[3], 1000);
  free(origin);
  return result;
}
