// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of a memory pool leak one by one until the pool is destroyed with all it has.
// run:
// expect: 2,002 bytes in 2 blocks are definitely lost
// next: at take (pool_basic.c:@take)
// reject: 1,337 bytes
#include "guest.h"
#include <stdlib.h>
#include <valgrind/valgrind.h>
static NOINLINE void take(void *pool, char *place, size_t size)
{
  VALGRIND_MEMPOOL_ALLOC(pool, place, size); // @take
}
static NOINLINE void use(void)
{
  static int pool, gone;
  char *arena = malloc(65536);
  VALGRIND_CREATE_MEMPOOL(&pool, 16, 0);
  VALGRIND_CREATE_MEMPOOL(&gone, 16, 0);
  for (int i = 0; i < 3; i++)
    take(&pool, arena + 1024 + 4096 * i, 1001);
  take(&gone, arena + 32768, 1337);
  VALGRIND_MEMPOOL_FREE(&pool, arena + 1024);
  VALGRIND_DESTROY_MEMPOOL(&gone);
}
int main(void)
{
  use();
  scrub();
}
