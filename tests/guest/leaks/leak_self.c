// SPDX-License-Identifier: GPL-2.0-or-later
// A block that only points to itself is definitely lost.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: indirectly lost: 0 bytes in 0 blocks
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  void **volatile p = malloc(1337);
  *p = p;
  p = NULL;
}
int main(void)
{
  lose();
  scrub();
}
