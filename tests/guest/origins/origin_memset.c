// SPDX-License-Identifier: GPL-2.0-or-later
// Filling memory with an undefined byte takes its origin along.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_memset.c:@made)
#include <stdlib.h>
#include <string.h>
static char filled[1000];
int main(void)
{
  char *volatile p = malloc(64); // @made
  memset(filled, p[5], sizeof filled);
  free(p);
  if (((volatile char *)filled)[777])
    filled[0] = 1;
  return 0;
}
