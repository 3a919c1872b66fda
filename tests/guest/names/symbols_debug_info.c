// SPDX-License-Identifier: GPL-2.0-or-later
// Debug information gives functions, files and lines, inlined calls included: of each version of DWARF, compressed, and in a program
// at a fixed address.
// build: -O1 -gdwarf-5 -gstrict-dwarf
// again: dwarf_4 -gdwarf-4
// again: dwarf_3 -gdwarf-3
// again: dwarf_2 -gdwarf-2 -gno-strict-dwarf
// again: compressed -gz=zlib
// again: no_pie -no-pie
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by inner (symbols_debug_info.c:@inner)
// next: by lose (symbols_debug_info.c:@lose)
// next: by main (symbols_debug_info.c:@main)
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
