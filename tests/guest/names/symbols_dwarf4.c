// SPDX-License-Identifier: GPL-2.0-or-later
// Debug information of DWARF 4 gives functions, files and lines, inlined calls included.
// build: -gdwarf-4 -gstrict-dwarf -O1
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by inner (symbols_dwarf4.c:@inner)
// next: by lose (symbols_dwarf4.c:@lose)
// next: by main (symbols_dwarf4.c:@main)
#include "guest.h"
#include <stdlib.h>
static void *volatile sink;
static inline __attribute__((always_inline)) void inner(int size)
{
  sink = malloc(size); // @inner
}
static NOINLINE void lose(int size)
{
  inner(size); // @lose
  sink = NULL;
}
int main(void)
{
  lose(1337); // @main
  scrub();
  return 0;
}
