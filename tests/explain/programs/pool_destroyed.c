// SPDX-License-Identifier: GPL-2.0-or-later
// A pool is destroyed, and with it a block of it that held the only pointer to one of malloc().
// explain: 1337 freed in finish @lost; block +8 from pool_alloc @alloc; stored in fill @stored
#include "explain.h"
#include <stddef.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>

static struct pool {
  char memory[4096] __attribute__((aligned(16)));
} pool;

static NOIPA void *pool_alloc(size_t bytes)
{
  VALGRIND_MEMPOOL_ALLOC(&pool, pool.memory + 256, bytes); // @alloc
  return pool.memory + 256;
}

static NOIPA void fill(char **object)
{
  object[1] = malloc(1337); // @stored
}

static NOIPA void finish(void)
{
  VALGRIND_DESTROY_MEMPOOL(&pool); // @lost
}

int main(void)
{
  VALGRIND_MAKE_MEM_NOACCESS(pool.memory, sizeof pool.memory);
  VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
  fill(pool_alloc(32));
  finish();
}
