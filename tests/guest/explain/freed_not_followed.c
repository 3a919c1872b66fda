// SPDX-License-Identifier: GPL-2.0-or-later
// Nothing is told of a block that is not followed.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=make_other
// expect: Invalid read of size 1
// next: main (freed_not_followed.c:@use)
// expect: inside a block of size 1,337 free'd
// reject: pointer to it
// reject: "stale"
// run: --explain=make_one
// expect: Invalid read of size 1
// expect: A pointer to it is in the global variable "stale"
// run: 
// expect: Invalid read of size 1
// reject: pointer to it
#include <stdlib.h>
#include "guest.h"
static char *volatile stale, *volatile other;
static NOINLINE void make_one(void)
{
  stale = malloc(1337);
}
static NOINLINE void make_other(void)
{
  other = malloc(1338);
}
int main(void)
{
  make_one();
  make_other();
  scrub();
  free(stale);
  free(other);
  return stale[7] == 99; // @use
}
