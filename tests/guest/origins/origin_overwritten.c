// SPDX-License-Identifier: GPL-2.0-or-later
// A word that was undefined by one origin, then defined, then undefined by another, has the last one.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_overwritten.c:@second)
#include <stdlib.h>
static volatile long word;
int main(void)
{
  long *p = malloc(64);
  char *q = malloc(64); // @second
  word = p[2];
  word = 0;
  *((volatile char *)&word + 5) = q[7];
  if (word == 0)
    p[0] = 1;
  free(p);
  free(q);
}
