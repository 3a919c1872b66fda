// SPDX-License-Identifier: GPL-2.0-or-later
// TRIM drops what is outside, CHANGE moves a block, MOVE a pool, EXISTS knows.
// run: --show-leak-kinds=all
// stdout: 1 0 1
// expect: 1,001 bytes in 1 blocks are still reachable
// expect: 1,337 bytes in 1 blocks are still reachable
// expect: still reachable: 2,338 bytes in 2 blocks
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/valgrind.h>
static char output[4096], *arena, *kept[3];
static char old, moved;
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  arena = malloc(65536);
  VALGRIND_CREATE_MEMPOOL(&old, 16, 0);
  int first = VALGRIND_MEMPOOL_EXISTS(&old);
  kept[0] = arena + 1024;
  kept[1] = arena + 8192;
  VALGRIND_MEMPOOL_ALLOC(&old, arena + 1024, 1337);
  VALGRIND_MEMPOOL_ALLOC(&old, arena + 4096, 500);
  VALGRIND_MEMPOOL_ALLOC(&old, arena + 32768, 777);
  VALGRIND_MEMPOOL_CHANGE(&old, arena + 4096, arena + 8192, 1001);
  VALGRIND_MEMPOOL_TRIM(&old, arena, 16384);
  VALGRIND_MOVE_MEMPOOL(&old, &moved);
  printf("%d %d %d\n", first, (int)VALGRIND_MEMPOOL_EXISTS(&old), (int)VALGRIND_MEMPOOL_EXISTS(&moved));
}
