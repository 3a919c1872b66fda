// SPDX-License-Identifier: GPL-2.0-or-later
// One past the end is not inside: the block is definitely lost; the last byte is inside.
// run: --leak-check-heuristics=none
// expect: 1,001 bytes in 1 blocks are possibly lost
// expect: 1,336 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
char *past_end, *last_byte;
static NOINLINE void take(void)
{
  past_end = (char *)malloc(1336) + 1336;
  last_byte = (char *)malloc(1001) + 1000;
}
int main(void)
{
  take();
  scrub();
}
