// SPDX-License-Identifier: GPL-2.0-or-later
// A statically linked program runs, and its frames are named.
// compare: no, Memcheck replaces nothing in static programs
// build: -static
// run:
// exit: 5
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at lose (symbols_static.c:@lose)
// next: by main (symbols_static.c:@main)
#include "guest.h"
#include <valgrind/valgrind.h>
static char arena[4096];
static NOINLINE void lose(void)
{
  VALGRIND_MALLOCLIKE_BLOCK(arena + 16, 1337, 0, 0); // @lose
}
int main(void)
{
  lose(); // @main
  scrub();
  return 5;
}
