// SPDX-License-Identifier: GPL-2.0-or-later
// DO_LEAK_CHECK reports while the program runs; the ADDED, CHANGED and NEW forms show the difference to the last one.
// run:
// expect: first
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// expect: added
// expect: 2,674 (+1,337) bytes in 2 (+1) blocks are definitely lost
// expect: definitely lost: 2,674 (+1,337) bytes in 2 (+1) blocks
// expect: unchanged
// expect: definitely lost: 2,674 (+0) bytes in 2 (+0) blocks
// expect: quick
// expect: definitely lost: 2,674
#include "lose.h"
#include <valgrind/memcheck.h>
static NOINLINE void round_of(int i)
{
  if (i < 2)
    lose(1337);
  scrub();
}
int main(void)
{
  for (int i = 0; i < 4; i++) {
    round_of(i);
    switch (i) {
    case 0:
      VALGRIND_PRINTF("first\n");
      VALGRIND_DO_LEAK_CHECK;
      break;
    case 1:
      VALGRIND_PRINTF("added\n");
      VALGRIND_DO_ADDED_LEAK_CHECK;
      break;
    case 2:
      VALGRIND_PRINTF("unchanged\n");
      VALGRIND_DO_CHANGED_LEAK_CHECK;
      break;
    default:
      VALGRIND_PRINTF("quick\n");
      VALGRIND_DO_QUICK_LEAK_CHECK;
    }
  }
}
