// SPDX-License-Identifier: GPL-2.0-or-later
// So does a block that the program's own allocator announces.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: main (origin_malloclike.c:@made)
#include <valgrind/valgrind.h>
static char arena[4096];
int main(void)
{
  volatile char *p = arena + 64;
  VALGRIND_MALLOCLIKE_BLOCK(p, 50, 16, 0); // @made
  if (p[20])
    p[20] = 1;
  VALGRIND_FREELIKE_BLOCK(p, 16);
}
