// SPDX-License-Identifier: GPL-2.0-or-later
// A memory pool, made known by requests: one of its blocks is lost, and the pool is never destroyed.
// explain: 1337 left in work @lost; local item of work; stored in take @stored
#include "explain.h"
#include <stdlib.h>
#include <valgrind/memcheck.h>

static struct pool {
  char *memory;
  size_t used;
} pool;

static NOIPA void take(struct pool *from, char **out, size_t bytes)
{
  char *block = from->memory + from->used;
  from->used += (bytes + 15) / 16 * 16;
  VALGRIND_MEMPOOL_ALLOC(from, block, bytes);
  *out = block; // @stored
}

static NOIPA int work(void)
{
  char *item;
  take(&pool, &item, 1337);
  item[0] = 1;
  return item[0] - 1; // @lost
} // @lost

int main(void)
{
  pool.memory = malloc(16384);
  pool.used = 64;
  VALGRIND_MAKE_MEM_NOACCESS(pool.memory, 16384);
  VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
  return work();
}
