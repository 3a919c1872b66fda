// SPDX-License-Identifier: GPL-2.0-or-later
// A path that begins where a client request made memory undefined.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (path_from_client.c:@use)
// expect: The value was in the global variable "kept"; it was stored there in store() (path_from_client.c:@stored).
// expect: Uninitialised value was created by a client request
// expect: main (path_from_client.c:@made)
#include "guest.h"
#include <valgrind/memcheck.h>
static long origin = 5, kept;
static NOINLINE void store(void)
{
  kept = origin; // @stored
}
int main(void)
{
  VALGRIND_MAKE_MEM_UNDEFINED(&origin, sizeof origin); // @made
  store();
  return kept == 77 ? 3 : 0; // @use
}
