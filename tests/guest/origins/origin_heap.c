// SPDX-License-Identifier: GPL-2.0-or-later
// An undefined value comes from the block it was loaded from.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_heap.c:@use)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_heap.c:@made)
#include <stdlib.h>
int main(void)
{
  int *volatile p = malloc(1337); // @made
  if (p[100]) // @use
    p[0] = 1;
  free(p);
}
