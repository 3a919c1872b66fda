// SPDX-License-Identifier: GPL-2.0-or-later
// So it is when a function further down looks at it.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// expect: Uninitialised value was created by a stack allocation
// next: fill (origin_alloca_pointer.c:@made)
#include <alloca.h>
#include "guest.h"
static NOINLINE int look(const int *p)
{
  return *p ? 1 : 2;
}
static NOINLINE int fill(unsigned long size)
{
  int *p = alloca(size); // @made
  return look(p + size / 8);
}
int main(void)
{
  fill(4000);
  return 0;
}
