// SPDX-License-Identifier: GPL-2.0-or-later
// A struct with padding is assigned: what is in its field is told, and the padding is not.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_struct.c:@use)
// expect: /The value was (at offset 8 of|in) .*; it was stored there in assign\(\) \(path_struct.c:@assigned\)\./
// expect: /Before that, it was in .*; it was stored there in fill\(\) \(path_struct.c:@stored\)\./
// expect: Uninitialised value was created by a heap allocation
#include <stdlib.h>
#include "guest.h"
struct padded {
  char kind;
  long number;
};
static struct padded from, to;
static NOINLINE void fill(const long *origin)
{
  from.number = *origin; // @stored
}
static NOINLINE void assign(void)
{
  to = from; // @assigned
}
int main(void)
{
  long *origin = malloc(1337);
  fill(origin + 3);
  assign();
  free(origin);
  return to.number == 77 ? 0 : to.kind; // @use
}
