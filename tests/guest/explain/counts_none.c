// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks are to be followed, and none is: memory that is copied, uninitialised in part, is in none of them.
// needs: seep
// run: --explain=nowhere
// expect: nothing of --explain=nowhere was followed
#include "guest.h"
#include <stdlib.h>
#include <string.h>
static char *volatile from, *volatile to;
static NOINLINE void copy(size_t bytes)
{
  memcpy(to, from, bytes);
  memmove(to + 1, to, bytes - 1);
}
int main(void)
{
  from = malloc(1337);
  to = malloc(1337);
  from[3] = 5;
  copy(1337);
  to = realloc(to, 4099);
  free(from);
  free(to);
  return 0;
}
