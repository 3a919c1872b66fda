// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer to the inside of a block that was freed.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 1
// next: main (freed_interior.c:@use)
// expect: A pointer into it, 1,007 bytes past its start, is in the global variable "inside"; it was stored there in make() (freed_interior.c:@stored).
#include <stdlib.h>
#include "guest.h"
static char *volatile inside;
static NOINLINE void make(void)
{
  char *block = malloc(1337);
  inside = block + 1007; // @stored
}
int main(void)
{
  make();
  scrub();
  free(inside - 1007);
  scrub();
  return inside[3] == 99; // @use
}
