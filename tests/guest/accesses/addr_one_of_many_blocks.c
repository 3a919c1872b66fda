// SPDX-License-Identifier: GPL-2.0-or-later
// Two hundred thousand blocks, a tenth of them freed in disorder: the neighbours are still told apart.
// run:
// expect: Invalid read of size 1
// next: at main (addr_one_of_many_blocks.c:@read)
// next: is 3 bytes inside a block of size 16 free'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static char *blocks[50000];
int main(void)
{
  for (int i = 0; i < 50000; i++)
    blocks[i] = malloc(16);
  for (int i = 0; i < 50000; i += 10)
    free(blocks[i * 7919L % 50000 / 10 * 10]);
  sink = *(volatile char *)(blocks[100] + 3); // @read
  for (int i = 0; i < 50000; i++)
    if (i % 10)
      free(blocks[i]);
}
