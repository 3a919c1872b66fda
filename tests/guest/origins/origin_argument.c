// SPDX-License-Identifier: GPL-2.0-or-later
// An argument passed on the stack comes from where the caller had it from.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: take
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_argument.c:@made)
#include <stdlib.h>
#include "guest.h"
static NOINLINE int take(int a, int b, int c, int d, int e, int f, int g, int h)
{
  return h ? a : b + c + d + e + f + g;
}
int main(void)
{
  int *p = malloc(64); // @made
  take(1, 2, 3, 4, 5, 6, 7, p[3]);
  free(p);
  return 0;
}
