// SPDX-License-Identifier: GPL-2.0-or-later
// A variable that is looked at from many frames further down.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: keep (origin_deep.c:
#include "guest.h"
static NOINLINE int dive(const int *p, int depth)
{
  if (depth == 0)
    return *p ? 1 : 2;
  return dive(p, depth - 1) + 1;
}
static NOINLINE int keep(void)
{
  int x[100];
  return dive(x + 3, 150);
}
int main(void)
{
  return keep() * 0;
}
