// SPDX-License-Identifier: GPL-2.0-or-later
// A block of a pool, and its redzone; a freed one is in quarantine.
// run:
// expect: /is 7 bytes after a block of size 50 client-defined$/
// next: main
// expect: /is 4 bytes inside a block of size 50 free'd$/
// next: main
// next: Block was alloc'd at
// next: main
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile char area[1000];
static volatile char seen;
int main(void)
{
  VALGRIND_MAKE_MEM_NOACCESS(area, sizeof area);
  VALGRIND_CREATE_MEMPOOL(area, 8, 0);
  VALGRIND_MEMPOOL_ALLOC(area, area + 100, 50);
  seen = area[157];
  VALGRIND_MEMPOOL_FREE(area, area + 100);
  seen = area[104];
}
