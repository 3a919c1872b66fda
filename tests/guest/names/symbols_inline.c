// SPDX-License-Identifier: GPL-2.0-or-later
// Inlined functions are frames of their own.
// build: -O2
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by innermost (symbols_inline.c:@inner)
// next: by middle (symbols_inline.c:@middle)
// next: by outer (symbols_inline.c:@outer)
// next: by main (symbols_inline.c:@main)
#include "guest.h"
#include <stdlib.h>
static void *volatile sink;
static inline __attribute__((always_inline)) void innermost(int size)
{
  sink = malloc(size); // @inner
}
static inline __attribute__((always_inline)) void middle(int size)
{
  innermost(size); // @middle
}
static NOINLINE void outer(int size)
{
  middle(size); // @outer
  sink = NULL;
}
int main(void)
{
  outer(1337); // @main
  scrub();
  return 0;
}
