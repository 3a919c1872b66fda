// SPDX-License-Identifier: GPL-2.0-or-later
// An address in a METAPOOL is described by the pool only when nothing in it is known. Memcheck never names the pool.
// run:
// only: seep
// expect: /is 500 bytes inside a block of size 800 client-defined$/
// next: main
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile char area[1000];
static volatile char seen;
int main(void)
{
  VALGRIND_MAKE_MEM_NOACCESS(area, sizeof area);
  VALGRIND_CREATE_MEMPOOL_EXT(area, 0, 0, VALGRIND_MEMPOOL_METAPOOL);
  VALGRIND_MEMPOOL_ALLOC(area, area + 100, 800);
  VALGRIND_MAKE_MEM_NOACCESS(area, sizeof area);
  seen = area[600];
}
