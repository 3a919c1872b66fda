// SPDX-License-Identifier: GPL-2.0-or-later
// A local variable that was made inaccessible is memory like any other once its function has returned.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)
#include "guest.h"
#include <stdio.h>
#include <valgrind/memcheck.h>
static NOINLINE void forbid(void)
{
  volatile char local[4096];
  local[0] = 1;
  VALGRIND_MAKE_MEM_NOACCESS(local, sizeof local);
}
int main(void)
{
  forbid();
  puts("on");
  scrub();
}
