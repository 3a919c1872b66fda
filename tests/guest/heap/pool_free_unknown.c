// SPDX-License-Identifier: GPL-2.0-or-later
// Freeing what a pool does not have, and using a pool that does not exist, are errors.
// run: --read-var-info=no
// expect: Invalid free() / delete / delete[] / realloc()
// next: at main (pool_free_unknown.c:@free)
// expect: Illegal memory pool address
// next: at main (pool_free_unknown.c:@nopool)
// next: /Address 0x.* is/
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <valgrind/valgrind.h>
static char arena[65536] __attribute__((aligned(16)));
int main(void)
{
  VALGRIND_CREATE_MEMPOOL(arena, 16, 0);
  VALGRIND_MEMPOOL_FREE(arena, arena + 512); // @free
  VALGRIND_DESTROY_MEMPOOL(arena);
  VALGRIND_MEMPOOL_FREE(arena, arena + 512); // @nopool
}
