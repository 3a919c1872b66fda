// SPDX-License-Identifier: GPL-2.0-or-later
// A block that nothing points to is definitely lost, with the stack of its allocation.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost in loss record 1 of 1
// next: at malloc
// next: by lose (leak_definite.c:@lose)
// next: by main (leak_definite.c:@main)
// expect: definitely lost: 1,337 bytes in 1 blocks
// next: indirectly lost: 0 bytes in 0 blocks
// next: possibly lost: 0 bytes in 0 blocks
// next: still reachable: 0 bytes in 0 blocks
// next: suppressed: 0 bytes in 0 blocks
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @lose
  p = NULL;
}
int main(void)
{
  lose(); // @main
  scrub();
}
