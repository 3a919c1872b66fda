// SPDX-License-Identifier: GPL-2.0-or-later
// Floating point values and vectors have origins, too.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_float.c:@double)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_float.c:@made)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_float.c:@long_double)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_float.c:@made)
#include <stdlib.h>
static volatile double stored;
static volatile long double stored_long;
int main(void)
{
  double *volatile p = malloc(64); // @made
  stored = p[2] * 3 + p[3];
  if (stored > 2) // @double
    p[0] = 1;
  stored_long = (long double)p[4] + 1;
  if (stored_long > 2) // @long_double
    p[0] = 1;
  free(p);
}
