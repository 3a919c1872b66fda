// SPDX-License-Identifier: GPL-2.0-or-later
// What realloc() moved still comes from the first allocation. (Memcheck knows of no origin.)
// run: --track-origins=yes
// only: seep
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_realloc_kept.c:@made)
#include <stdlib.h>
int main(void)
{
  char *volatile p = malloc(100); // @made
  p = realloc(p, 5000);
  if (p[50])
    p[0] = 1;
  free(p);
}
