// SPDX-License-Identifier: GPL-2.0-or-later
// newarray: a pointer to the elements of a new[] without elements is one past the element count, and reaches the block.
// compare: no (Memcheck calls it lost)
// run: --show-leak-kinds=all
// only: seep
// expect: 8 bytes in 1 blocks are still reachable
// expect: definitely lost: 0 bytes in 0 blocks
// expect: /of which reachable via heuristic:/
// next: newarray
// run: --leak-check-heuristics=none
// expect: 8 bytes in 1 blocks are definitely lost
#include "guest.h"
struct thing {
  long value = 1;
  ~thing() { value = 0; }
};
thing *things;
static NOINLINE void take(volatile unsigned count)
{
  things = new thing[count];
}
int main()
{
  take(0);
  scrub();
}
