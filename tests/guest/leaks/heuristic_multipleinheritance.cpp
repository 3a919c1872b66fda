// SPDX-License-Identifier: GPL-2.0-or-later
// multipleinheritance: a pointer to the second base of an object reaches the whole object.
// run: --leak-check-heuristics=multipleinheritance
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /multipleinheritance *: 48 bytes in 1 blocks/
// run: --leak-check-heuristics=none
// expect: possibly lost: 48 bytes in 1 blocks
#include "guest.h"
struct first {
  virtual ~first() {}
  long a[2] = {1, 2};
};
struct second {
  virtual ~second() {}
  long b[2] = {3, 4};
};
struct both : first, second {};
second *kept;
static NOINLINE void take()
{
  kept = new both;
}
int main()
{
  take();
  scrub();
}
