// SPDX-License-Identifier: GPL-2.0-or-later
// alloca() is part of the frame of its caller, whoever looks at it; its line is named.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: fill
// expect: Uninitialised value was created by a stack allocation
// next: fill (origin_alloca.c:@made)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// expect: Uninitialised value was created by a stack allocation
// next: fill_for_another (origin_alloca.c:@made_for_another)
#include <alloca.h>
#include "guest.h"
static NOINLINE int look(const int *p)
{
  return *p ? 1 : 2;
}
static NOINLINE int fill(unsigned long size)
{
  volatile int *p = alloca(size); // @made
  return p[size / 8] ? 1 : 2;
}
static NOINLINE int fill_for_another(unsigned long size)
{
  int *p = alloca(size); // @made_for_another
  return look(p + size / 8);
}
int main(void)
{
  fill(4000);
  fill_for_another(4000);
  return 0;
}
