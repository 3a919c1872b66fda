// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined memory of a caller is named by the caller, whoever looks at it.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: look (origin_stack_pointer.c:@use)
// next: by main
// next: Uninitialised value was created by a stack allocation
// next: main (origin_stack_pointer.c:@made)
#include "guest.h"
static NOINLINE int look(const int *p)
{
  return *p ? 1 : 2; // @use
}
int main(void)
{ // @made
  int x[50];
  look(&x[20]);
  return 0;
}
