// SPDX-License-Identifier: GPL-2.0-or-later
// Of two undefined values that were added, one is named.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: /by main .origin_two.c:(@one|@two)/
#include <stdlib.h>
int main(void)
{
  int *volatile p = malloc(64); // @one
  int *volatile q = malloc(64); // @two
  if (p[3] + q[4] == 5)
    p[0] = 1;
  free(p);
  free(q);
}
