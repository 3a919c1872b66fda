// SPDX-License-Identifier: GPL-2.0-or-later
// realloc() has moved the value with its block.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use (path_realloc.c:@use)
// expect: /at offset 24 of a block.* it was stored there in (grow\(\) \(path_realloc.c:@moved\)|fill\(\) \(path_realloc.c:@stored\))\./
// expect: Uninitialised value was created by a heap allocation
// expect: make (path_realloc.c:@made)
#include <stdlib.h>
#include "guest.h"
static long *volatile block;
static NOINLINE long *make(void)
{
  return malloc(77); // @made
}
static NOINLINE void fill(const long *origin)
{
  block[3] = *origin; // @stored
}
static NOINLINE void grow(void)
{
  block = realloc(block, 133700); // @moved
}
static NOINLINE int use(void)
{
  return block[3] == 77 ? 1 : 2; // @use
}
int main(void)
{
  long *origin = make();
  block = calloc(1, 1337);
  fill(origin + 2);
  grow();
  use();
  free(origin);
  free(block);
  return 0;
}
