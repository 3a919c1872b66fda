// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks that end in several functions: the three that end most are named, and a caller if it is the same for all.
// needs: seep
// run:
// expect: 2,674 bytes in 2 blocks are definitely lost
// expect: 100 of 103 blocks allocated here were freed: 59 by close_well() (siblings_ways.c:@well), called by main(); 30 by close_late() (siblings_ways.c:@late); 7 by close_early() (siblings_ways.c:@early), called by main(); 4 elsewhere. These 2 were not.
// run: --leak-resolution=low --show-leak-kinds=all
// expect: 1,337 bytes in 1 blocks are still reachable
// expect: 2,674 bytes in 2 blocks are definitely lost
// expect: 100 of 103 blocks allocated here were freed: 59 by close_well()
// reject: This one was not
#include "guest.h"
#include <stdlib.h>
static void *held;
static NOINLINE void close_well(void *block)
{
  free(block); // @well
}
static NOINLINE void close_late(void *block)
{
  free(block); // @late
}
static NOINLINE void close_early(void *block)
{
  free(block); // @early
}
static NOINLINE void close_seldom(void *block)
{
  free(block);
}
static NOINLINE void at_end(void *block)
{
  close_late(block);
  __asm__ volatile(""); // no jump
}
int main(void)
{
  for (int number = 0; number < 103; number++) {
    void *volatile block = malloc(1337);
    if (number == 2)
      held = block;
    else if (number < 2)
      ;
    else if (number < 62)
      close_well(block);
    else if (number < 77)
      close_late(block);
    else if (number < 92)
      at_end(block);
    else if (number < 99)
      close_early(block);
    else
      close_seldom(block);
    block = NULL;
  }
  scrub();
}
