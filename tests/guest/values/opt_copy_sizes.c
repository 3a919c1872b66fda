// SPDX-License-Identifier: GPL-2.0-or-later
// Copies of every small size, inlined as overlapping moves: each byte keeps its own state.
// build: -O2 -march=haswell
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at check (opt_copy_sizes.c:@undefined)
// expect: ERROR SUMMARY: 10 errors from
#include "undefined.h"
static NOINLINE void check(const volatile char *p, int size, int hole)
{
  for (int i = 0; i < size; i++)
    if (i != hole)
      DECIDE(p[i]);
  DECIDE(p[hole]); // @undefined
}
#define COPY(size) \
  do { \
    char *from = undefined(64), *to = undefined(64); \
    for (int i = 0; i < size; i++) \
      if (i != size / 2) \
        from[i] = i; \
    __builtin_memcpy(to, from, size); \
    check(to, size, size / 2); \
  } while (0)
int main(void)
{
  COPY(1);
  COPY(3);
  COPY(7);
  COPY(9);
  COPY(15);
  COPY(17);
  COPY(24);
  COPY(31);
  COPY(33);
  COPY(63);
}
