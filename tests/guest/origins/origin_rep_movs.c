// SPDX-License-Identifier: GPL-2.0-or-later
// String instructions copy origins, too.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_rep_movs.c:@made)
#include <stdlib.h>
static volatile char copied[100];
int main(void)
{
  char *p = malloc(100); // @made
  volatile char *to = copied;
  char *from = p;
  long count = 100;
  __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(count) : : "memory");
  free(p);
  if (copied[77])
    copied[0] = 1;
  return 0;
}
