// SPDX-License-Identifier: GPL-2.0-or-later
// Each part of a copy keeps its own origin.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_memcpy_mixed.c:@one)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_memcpy_mixed.c:@first)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_memcpy_mixed.c:@two)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_memcpy_mixed.c:@second)
#include <stdlib.h>
#include <string.h>
int main(void)
{
  int *volatile p = malloc(400);  // @first
  int *volatile q = malloc(400);  // @second
  int *volatile r = malloc(4000);
  memcpy(p + 10, q + 10, 4);
  memcpy(r, p, 400);
  if (r[9]) // @one
    r[0] = 1;
  if (r[10]) // @two
    r[0] = 1;
  free(p);
  free(q);
  free(r);
}
