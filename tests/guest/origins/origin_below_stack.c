// SPDX-License-Identifier: GPL-2.0-or-later
// What a request said of memory below the stack is forgotten when small frames come to lie there, one after the other.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use
// expect: Uninitialised value was created by a stack allocation
// next: use (origin_below_stack.c:
// reject: client request
#include <valgrind/memcheck.h>
#include "guest.h"
static NOINLINE int use(int depth)
{
  volatile int x[20];
  if (depth == 0)
    return x[10] ? 1 : 2;
  return use(depth - 1) + 1;
}
int main(void)
{
  char *here = __builtin_frame_address(0);
  VALGRIND_MAKE_MEM_UNDEFINED(here - 4096, 3500);
  return use(9) == 0;
}
