// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of pools: those that were given back one by one, and those that went with their pool.
// needs: seep
// run:
// expect: 101 bytes in 1 blocks are definitely lost
// expect: 5 of 6 blocks allocated here were freed: 3 by give_back() (siblings_pool.c:@given), called by use(); 2 elsewhere. This one was not.
#include "guest.h"
#include <valgrind/memcheck.h>
#include <stdlib.h>
static int pools[2];
static NOINLINE void *take(char *arena, int number)
{
  char *block = arena + 1024 + number * 1024;
  VALGRIND_MEMPOOL_ALLOC(&pools[number > 3], block, 101);
  return block;
}
static NOINLINE void give_back(int pool, void *block)
{
  VALGRIND_MEMPOOL_FREE(&pools[pool], block); // @given
}
static NOINLINE void use(void)
{
  char *arena = malloc(16384);
  for (int pool = 0; pool < 2; pool++)
    VALGRIND_CREATE_MEMPOOL(&pools[pool], 16, 0);
  for (int i = 0; i < 6; i++) {
    void *volatile block = take(arena, i);
    if (i < 3)
      give_back(0, block);
    block = NULL;
  }
  VALGRIND_DESTROY_MEMPOOL(&pools[1]);
}
int main(void)
{
  use();
  scrub();
}
