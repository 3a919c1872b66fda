// SPDX-License-Identifier: GPL-2.0-or-later
// A large variable lies where a chain of calls was before, whose return addresses are still there.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// next: by first
// expect: Uninitialised value was created by a stack allocation
// next: first (origin_old_return_addresses.c:@first)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look
// next: by large
// expect: Uninitialised value was created by a stack allocation
// next: large (origin_old_return_addresses.c:@large)
#include "guest.h"
static int *looked;
static NOINLINE int look(const int *p)
{
  return *p ? 1 : 2;
}
static NOINLINE int first(void)
{ // @first
  int x[40];
  looked = x + 20;
  return look(x + 20);
}
static NOINLINE int second(void)
{
  return first();
}
static NOINLINE int large(void)
{ // @large
  int x[1000];
  __asm__ volatile("" : : "r"(x) : "memory");
  return look(looked);
}
int main(void)
{
  second();
  large();
  return 0;
}
