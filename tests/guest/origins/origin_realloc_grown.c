// SPDX-License-Identifier: GPL-2.0-or-later
// What realloc() added comes from there.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at realloc
// next: by main (origin_realloc_grown.c:@made)
#include <stdlib.h>
int main(void)
{
  char *volatile p = calloc(100, 1);
  p = realloc(p, 5000); // @made
  if (p[50])
    p[0] = 1;
  if (p[150])
    p[0] = 1;
  free(p);
}
