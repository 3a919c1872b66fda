// SPDX-License-Identifier: GPL-2.0-or-later
// A block that takes the place of another has its own origin.
// run: --track-origins=yes --freelist-vol=0
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_reuse_heap.c:@second)
#include <stdlib.h>
int main(void)
{
  int *q = malloc(64);
  int *p = malloc(128);
  p[10] = q[3];
  free(p);
  free(malloc(1));
  p = malloc(128); // @second
  if (((volatile int *)p)[10])
    q[0] = 1;
  free(p);
  free(q);
}
