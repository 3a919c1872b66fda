// SPDX-License-Identifier: GPL-2.0-or-later
// An aligned load of 32 bytes that reaches behind a block is let pass; what it brings from there is undefined.
// build: -mavx2
// run:
// expect: Invalid read of size 32
// next: load (partial_vector_32.c:@load)
// next: by main (partial_vector_32.c:@misaligned)
// next: is 16 bytes inside a block of size 37 alloc'd
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (partial_vector_32.c:@outside)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <immintrin.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "guest.h"
static volatile char loaded[32] __attribute__((aligned(32)));
static NOINLINE void load(const char *p)
{
  __asm__ volatile("vmovdqu %0,%%ymm0; vmovdqa %%ymm0,%1" // @load
                   : : "m"(*p), "m"(loaded) : "xmm0", "memory");
}
int main(void)
{
  char *p = memalign(32, 37);
  memset(p, 1, 37);
  load(p + 16); // @misaligned
  load(p + 32);
  if (loaded[4] == 7)
    p[0] = 2;
  if (loaded[5] == 7) // @outside
    p[0] = 2;
  free(p);
  return 0;
}
