// SPDX-License-Identifier: GPL-2.0-or-later
// The end of a struct of 12 bytes is copied by bytes; these are one place.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_tail.c:@use)
// expect: The value was at offset 8 of a block allocated in copy() (path_tail.c:@new); it was stored there in copy() (path_tail.c:@copied).
// expect: created by a heap allocation
#include <stdlib.h>
#include <string.h>
#include "guest.h"
struct shape {
  int kind, x, y;
};
static NOINLINE struct shape *copy(const struct shape *from)
{
  struct shape *to = malloc(sizeof *to); // @new
  return memcpy(to, from, sizeof *to); // @copied
}
int main(void)
{
  struct shape *shape = malloc(1337);
  shape->kind = shape->x = 1;
  struct shape *second = copy(shape);
  int result = 0;
  if (second->y == 78) // @use
    result = 1;
  free(shape);
  free(second);
  return result * 0;
}
