// SPDX-License-Identifier: GPL-2.0-or-later
// A global variable keeps the pointer to a block that is freed.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: use (freed_global.c:@use)
// expect: inside a block of size 1,337 free'd
// expect: A pointer to it is in the global variable "stale"; it was stored there in keep() (freed_global.c:@kept).
// next: keep (freed_global.c:@kept)
// reject: Another pointer to it
#include <stdlib.h>
#include "guest.h"
static char *volatile stale;
static NOINLINE void keep(char *block)
{
  stale = block; // @kept
}
static NOINLINE int use(void)
{
  return stale[7]; // @use
}
int main(void)
{
  keep(malloc(1337));
  scrub();
  free(stale);
  return use() == 99;
}
