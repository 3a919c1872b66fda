// SPDX-License-Identifier: GPL-2.0-or-later
// A call to code in memory that was freed.
// build: -Wno-use-after-free
// run:
// expect: Jump to the invalid address stated on the next line
// next: at ???
// expect: is 0 bytes inside a block of size 64 free'd
// expect: Block was alloc'd at
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *block = malloc(64);
  memset(block, 0xc3, 64);
  void (*volatile function)(void) = (void (*)(void))(void *)block;
  free(block);
  function();
}
