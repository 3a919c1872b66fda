// SPDX-License-Identifier: GPL-2.0-or-later
// Assigning a structure copies the origins of its undefined members.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_struct.c:@made)
#include <stdlib.h>
struct pair {
  long a, b[6];
};
int main(void)
{
  struct pair *volatile p = malloc(sizeof *p); // @made
  volatile struct pair here;
  p->a = 1;
  here = *p;
  if (here.b[4])
    p->a = 2;
  free(p);
}
