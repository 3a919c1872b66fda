// SPDX-License-Identifier: GPL-2.0-or-later
// Sixteen freeing stacks of a place are told apart; blocks that others freed are counted with these as elsewhere.
// needs: seep
// build: -fno-optimize-sibling-calls
// run: --num-callers=40
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 60 of 61 blocks allocated here were freed: 32 by drop() (siblings_many_stacks.c:@dropped), called by drop(); 28 elsewhere. This one was not.
#include "guest.h"
#include <stdlib.h>
static NOINLINE void drop(void *block, int depth)
{
  if (depth > 0)
    drop(block, depth - 1);
  else
    free(block); // @dropped
  __asm__ volatile("");
}
int main(void)
{
  for (int i = 0; i < 61; i++) {
    void *volatile block = malloc(1337);
    if (i < 60)
      drop(block, 1 + i % 30);
    block = NULL;
  }
  scrub();
}
