// SPDX-License-Identifier: GPL-2.0-or-later
// No other block tells whether a word that goes up and down by one is a count of references. So it is said that it may
// be one, and where the last pointer went, and nothing is to be freed there.
// needs: seep
// run: --explain=all
// expect: A word of it, at offset 16, goes up and down by one, and is still 1: it may be a count of references. Its last pointer, the global variable "g_thing", was overwritten with NULL in drop() (counts_word.c:@drop).
// reject: Free it before
#include "guest.h"
#include <stdlib.h>
struct thing {
  long a, b;
  unsigned short users;
  char rest[1319];
};
static struct thing *volatile g_thing;
static NOINLINE void enter(void)
{
  g_thing->users++;
}
static NOINLINE void leave(void)
{
  g_thing->users--;
}
static NOINLINE void drop(void)
{
  g_thing = NULL; // @drop
}
int main(void)
{
  g_thing = calloc(1, sizeof *g_thing);
  enter();
  enter();
  leave();
  drop();
  return 0;
}
