// SPDX-License-Identifier: GPL-2.0-or-later
// A copy keeps the origin of what was copied, wherever it goes.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_memcpy.c:@stack)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_memcpy.c:@first)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_memcpy.c:@heap)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_memcpy.c:@first)
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *volatile p = malloc(1000); // @first
  char *volatile q = malloc(2000);
  char here[1000];
  memcpy(here, p, 1000);
  if (((volatile char *)here)[999]) // @stack
    p[0] = 1;
  memcpy(q + 3, here, 1000);
  if (q[500]) // @heap
    p[0] = 1;
  free(p);
  free(q);
}
