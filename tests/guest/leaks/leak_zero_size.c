// SPDX-License-Identifier: GPL-2.0-or-later
// A block of no bytes counts as a block.
// run:
// expect: 0 bytes in 1 blocks are definitely lost
// expect: definitely lost: 0 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(0);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
}
