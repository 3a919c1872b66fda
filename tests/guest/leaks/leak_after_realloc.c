// SPDX-License-Identifier: GPL-2.0-or-later
// A block that realloc moved is one block of the new size, with realloc on top of its stack.
// run:
// expect: 100,001 bytes in 1 blocks are definitely lost
// next: at realloc
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void *volatile p = malloc(17);
  p = realloc(p, 100001);
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
}
