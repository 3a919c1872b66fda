// SPDX-License-Identifier: GPL-2.0-or-later
// alloca() is part of the frame of its caller; its line is named.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: fill (origin_alloca.c:@made)
#include <alloca.h>
#include "guest.h"
static NOINLINE int fill(unsigned long size)
{
  volatile int *p = alloca(size); // @made
  return p[size / 8] ? 1 : 2;
}
int main(void)
{
  fill(4000);
  return 0;
}
