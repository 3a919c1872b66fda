// SPDX-License-Identifier: GPL-2.0-or-later
// A block that the program carves out of its stack is the origin of its bytes, not the frame around it. Once the block is gone,
// the next frame in its place is.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: carve (origin_malloclike_stack.c:@made)
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: carve_from_pool (origin_malloclike_stack.c:@pool)
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a stack allocation
// next: look (origin_malloclike_stack.c:
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <valgrind/memcheck.h>
static __attribute__((noinline)) void carve(void)
{
  volatile char arena[1500];
  VALGRIND_MALLOCLIKE_BLOCK(arena + 32, 1337, 0, 0); // @made
  if (arena[40])
    arena[40] = 1;
  VALGRIND_FREELIKE_BLOCK(arena + 32, 0);
}
static __attribute__((noinline)) void carve_from_pool(void)
{
  volatile char arena[1500];
  VALGRIND_CREATE_MEMPOOL(arena, 0, 0);
  VALGRIND_MEMPOOL_ALLOC(arena, arena + 32, 1337); // @pool
  if (arena[40])
    arena[40] = 1;
  VALGRIND_DESTROY_MEMPOOL(arena);
}
static __attribute__((noinline)) void look(void)
{
  volatile char left[1500];
  if (left[40])
    left[40] = 1;
}
int main(void)
{
  carve();
  carve_from_pool();
  look();
}
