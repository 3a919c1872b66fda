// SPDX-License-Identifier: GPL-2.0-or-later
// newarray: a pointer just behind the element count of a new[] of objects with destructors reaches the block.
// run: --leak-check-heuristics=newarray --show-leak-kinds=all
// expect: still reachable
// expect: definitely lost: 0 bytes in 0 blocks
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /of which reachable via heuristic:/
// next: newarray
// run: --leak-check-heuristics=none
// expect: are possibly lost in loss record
// run: --leak-check-heuristics=length64,stdstring,multipleinheritance
// expect: are possibly lost in loss record
// reject: of which reachable via heuristic
#include "guest.h"
struct thing {
  long value = 1;
  ~thing() { value = 0; }
};
thing *things;
static NOINLINE void take()
{
  things = new thing[17];
}
int main()
{
  take();
  scrub();
}
