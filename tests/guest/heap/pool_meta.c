// SPDX-License-Identifier: GPL-2.0-or-later
// METAPOOL: the pool's blocks hold other blocks; with AUTO_FREE the inner ones go when the outer one does.
// run:
// expect: total heap usage:
// expect: All heap blocks were freed
// run: -- keep
// expect: 17 bytes in 1 blocks are definitely lost in loss record 2 of 2
// next: at inner (pool_meta.c:@inner)
#include "guest.h"
#include <stdlib.h>
#include <valgrind/valgrind.h>
static int pool;
static NOINLINE void inner(char *outer, int offset)
{
  VALGRIND_MALLOCLIKE_BLOCK(outer + offset, 17, 0, 0); // @inner
}
static NOINLINE void use(int keep)
{
  char *outer = malloc(4096);
  VALGRIND_CREATE_MEMPOOL_EXT(&pool, 0, 0, VALGRIND_MEMPOOL_METAPOOL | (keep ? 0 : VALGRIND_MEMPOOL_AUTO_FREE));
  VALGRIND_MEMPOOL_ALLOC(&pool, outer + 64, 4000);
  inner(outer, 128);
  inner(outer, 256);
  VALGRIND_MEMPOOL_FREE(&pool, outer + 64);
  VALGRIND_DESTROY_MEMPOOL(&pool);
  free(outer);
}
int main(int count, char **arguments)
{
  use(count > 1);
  scrub();
}
