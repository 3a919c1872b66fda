// SPDX-License-Identifier: GPL-2.0-or-later
// A piece of a pool comes from the request that gave it out.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: main (origin_pool.c:@made)
#include <stdlib.h>
#include <valgrind/memcheck.h>
int main(void)
{
  char *volatile p = malloc(4096);
  VALGRIND_CREATE_MEMPOOL(p, 0, 0);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  VALGRIND_MEMPOOL_ALLOC(p, p + 100, 50); // @made
  if (p[120])
    p[120] = 1;
  VALGRIND_DESTROY_MEMPOOL(p);
  free(p);
}
