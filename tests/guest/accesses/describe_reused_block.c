// SPDX-License-Identifier: GPL-2.0-or-later
// Where a custom allocator gives out again what was freed just before.
// run:
// expect: /is 4 bytes after a recently re-allocated block of size 32 alloc'd$/
// next: main
#include <stdlib.h>
#include <valgrind/memcheck.h>
static volatile char area[1000];
static volatile char seen;
int main(void)
{
  VALGRIND_MALLOCLIKE_BLOCK(area + 100, 64, 16, 0);
  VALGRIND_FREELIKE_BLOCK(area + 100, 16);
  VALGRIND_MALLOCLIKE_BLOCK(area + 100, 32, 16, 0);
  seen = area[136];
}
