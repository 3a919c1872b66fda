// SPDX-License-Identifier: GPL-2.0-or-later
// get_vbits: validity bits in groups of four bytes, __ for what is not addressable.
// run:
// expect: 00ff0ff0 ffffffff ffff____
// next: Address 0x
// next: ff
// next: missing or malformed address
// next: malformed integer, expecting hex 0x..... or dec ...... or binary 0b.....
#include "monitor.h"
#include <stdlib.h>
int main(void)
{
  unsigned char *block = malloc(10), junk = block[9];
  block[0] = 5;
  block[2] = junk & 0x0f;
  block[3] = junk & 0xf0;
  monitor("get_vbits %p 12", (void *)block);
  monitor("get %p", (void *)(block + 4));
  monitor("get_vbits");
  monitor("get_vbits %p 12x", (void *)block);
  free(block);
}
