// SPDX-License-Identifier: GPL-2.0-or-later
// One place stores undefined values at several addresses: in which of them this one was is not known, and not guessed.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_places_of_one_store.c:@use)
// expect: The value was stored in put() (path_places_of_one_store.c:@stored).
// reject: "a"
// expect: created by a heap allocation
#include <stdlib.h>
#include "guest.h"
static long a, b;
static NOINLINE void put(long *to, const long *from)
{
  *to = *from; // @stored
}
int main(void)
{
  long *volatile origin = malloc(1337);
  for (int i = 0; i < 2; i++)
    put(i ? &b : &a, origin + 3);
  int result = 0;
  if (b == 78) // @use
    result = 1;
  free(origin);
  return result * 0;
}
