// SPDX-License-Identifier: GPL-2.0-or-later
// An aligned load of 16 bytes that reaches behind a block is let pass, a misaligned one is not.
// run:
// expect: Invalid read of size 16
// next: load (partial_vector.c:@load)
// next: by main (partial_vector.c:@misaligned)
// next: is 8 bytes inside a block of size 21 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <emmintrin.h>
#include <stdlib.h>
#include <string.h>
#include "guest.h"
static NOINLINE int load(const char *p)
{
  __m128i v;
  __asm__ volatile("movdqu %1,%0" : "=x"(v) : "m"(*(const __m128i *)p)); // @load
  return _mm_cvtsi128_si32(v);
}
int main(void)
{
  char *p = malloc(21);
  memset(p, 1, 21);
  int sum = load(p + 16);
  sum += load(p + 8); // @misaligned
  if (sum == 5)
    p[0] = 2;
  free(p);
  return 0;
}
