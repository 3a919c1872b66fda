// SPDX-License-Identifier: GPL-2.0-or-later
// A block of no bytes counts as a block.
// run:
// expect: 0 bytes in 1 blocks are definitely lost
// expect: definitely lost: 0 bytes in 1 blocks
#include "lose.h"
int main(void)
{
  lose(0);
  scrub();
}
