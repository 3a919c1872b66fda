// SPDX-License-Identifier: GPL-2.0-or-later
// A large frame that is reserved by a loop, which touches each of its pages; and a small one.
// build: -O2 -fstack-clash-protection
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: reserve (origin_large_frame.c:@reserved)
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: small (origin_large_frame.c:@called)
#include "guest.h"
static volatile int seen;
static NOINLINE void look(const int *p)
{
  if (*p)
    seen++;
}
static NOINLINE int reserve(void)
{ // @reserved
  int many[20000];
  look(many + 10000);
  return seen;
}
static NOINLINE int small(void)
{ // @called
  int x;
  look(&x);
  return seen;
}
int main(void)
{
  return (reserve() + small()) * 0;
}
