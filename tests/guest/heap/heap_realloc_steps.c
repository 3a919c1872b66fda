// SPDX-License-Identifier: GPL-2.0-or-later
// A block that grows by small steps, small and then so large that its pages move, keeps its bytes, and what of them is undefined;
// each step frees the old place.
// run:
// limit: 20
// expect: Invalid read of size 1
// next: at main (heap_realloc_steps.c:@old_small)
// expect: 1,337 bytes inside a block of size 513,024 free'd
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (heap_realloc_steps.c:@undefined)
// expect: Uninitialised value was created by a heap allocation
// expect: Invalid read of size 1
// next: at main (heap_realloc_steps.c:@old_large)
// expect: inside a block of size
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdlib.h>
#include <string.h>
#include "undefined.h"
#define UNDEFINED 100000
static char *grow(char *p, size_t *bytes, size_t step, unsigned steps)
{
  for (unsigned i = 0; i < steps; i++) {
    p = realloc(p, *bytes + step);
    memset(p + *bytes, (char)(*bytes >> 10), step);
    *bytes += step;
  }
  return p;
}
static void check(const char *p, size_t start, size_t bytes)
{
  for (size_t i = start; i < bytes; i += 1024)
    if (p[i] != (char)(i >> 10) && i % 16 == 0)
      abort();
}
int main(void)
{
  static volatile char sink;
  size_t bytes = 1024;
  char *p = calloc(1, bytes);
  p = grow(p, &bytes, 1024, 500);
  check(p, 0, bytes);
  char *old = p;
  p = grow(p, &bytes, 1024, 1);
  sink = old[1337]; // @old_small
  memset(p + UNDEFINED, 0, 1);
  char *fresh = malloc(1);
  p[UNDEFINED] = *fresh;
  free(fresh);
  p = grow(p, &bytes, 64 << 10, 200);
  check(p, 2 * UNDEFINED, 502 << 10);
  DECIDE(p[UNDEFINED - 1]);
  DECIDE(p[UNDEFINED + 1]);
  DECIDE(p[UNDEFINED]); // @undefined
  old = p;
  p = grow(p, &bytes, 64 << 10, 1);
  sink = old[1337 << 10]; // @old_large
  check(p, 2 * UNDEFINED, 502 << 10);
  for (size_t i = 502 << 10; i < bytes; i += 64 << 10)
    if (p[i] != p[i + (63 << 10)])
      abort();
  DECIDE(p[bytes - 1]);
  free(p);
}
