// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a block so large that the C library gives it pages of its own is no root: what it points to is lost
// with it.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: lost
// expect: definitely lost: 400,000 bytes in 1 blocks
// expect: indirectly lost: 1,337 bytes in 1 blocks
#include "lose.h"
#include <stdio.h>

static NOINLINE void lose_large(void)
{
  void **volatile large = malloc(400000);
  large[25000] = malloc(1337);
  large = NULL;
}

int main(void)
{
  lose_large();
  scrub();
  puts("lost");
  return 0;
}
