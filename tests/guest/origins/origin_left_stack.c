// SPDX-License-Identifier: GPL-2.0-or-later
// What was noted of memory below the stack pointer is forgotten when a frame comes to lie there.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use
// expect: Uninitialised value was created by a stack allocation
// next: use (origin_left_stack.c:
// reject: client request
#include <valgrind/memcheck.h>
#include "guest.h"
static NOINLINE int use(void)
{
  volatile int x[100];
  return x[50] ? 1 : 2;
}
int main(void)
{
  char *here = __builtin_frame_address(0);
  VALGRIND_MAKE_MEM_UNDEFINED(here - 4096, 3500);
  use();
  return 0;
}
