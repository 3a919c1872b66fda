// SPDX-License-Identifier: GPL-2.0-or-later
// realloc() has moved the block; who has the old pointer is told, and not who has the new one.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: main (freed_by_realloc.c:@use)
// expect: inside a block of size 1,337 free'd
// expect: grow (freed_by_realloc.c:@moved)
// expect: A pointer to it is in the global variable "old"; it was stored there in make() (freed_by_realloc.c:@stored).
// reject: "current"
#include <stdlib.h>
#include "guest.h"
static char *volatile old, *volatile current;
static NOINLINE void make(void)
{
  current = malloc(1337);
  old = current; // @stored
}
static NOINLINE void grow(void)
{
  current = realloc(current, 133700); // @moved
}
int main(void)
{
  make();
  grow();
  scrub();
  const int result = old[7]; // @use
  free(current);
  return result == 99;
}
