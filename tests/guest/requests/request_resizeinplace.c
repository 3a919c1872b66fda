// SPDX-License-Identifier: GPL-2.0-or-later
// RESIZEINPLACE changes the size of a block without a new one.
// run:
// expect: in use at exit: 2,001 bytes in 1 blocks
// expect: 2,001 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stddef.h>
#include <valgrind/valgrind.h>
static char arena[65536] __attribute__((aligned(16)));
static NOINLINE void lose(void)
{
  VALGRIND_MALLOCLIKE_BLOCK(arena + 16, 1337, 16, 0);
  VALGRIND_RESIZEINPLACE_BLOCK(arena + 16, 1337, 2001, 16);
}
int main(void)
{
  lose();
  scrub();
}
