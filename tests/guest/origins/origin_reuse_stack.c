// SPDX-License-Identifier: GPL-2.0-or-later
// A frame that takes the place of another one has nothing of its origins.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: second
// next: by main
// next: Uninitialised value was created by a stack allocation
// next: second (origin_reuse_stack.c:@made)
// reject: heap allocation
#include <stdlib.h>
#include "guest.h"
static NOINLINE void first(const int *p)
{
  volatile int x[20];
  for (int i = 0; i < 20; i++)
    x[i] = p[i];
}
static NOINLINE int second(void)
{ // @made
  volatile int x[20];
  return x[10] ? 1 : 2;
}
int main(void)
{
  int *p = malloc(128);
  first(p);
  second();
  free(p);
}
