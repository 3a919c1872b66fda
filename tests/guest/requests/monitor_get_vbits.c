// SPDX-License-Identifier: GPL-2.0-or-later
// get_vbits: validity bits in groups of four bytes, 32 bytes to a line, __ for what is not addressable; the length may be hexadecimal or
// binary.
// run:
// expect: 00ff0ff0 ffffffff ffff____
// next: Address 0x
// next: ff
// next: missing or malformed address
// next: malformed integer, expecting hex 0x..... or dec ...... or binary 0b.....
// next: /^00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000$/
// next: /^00000000 000000ff$/
// next: /^00000000 00000000 0000$/
// next: /^000000$/
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
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
  block = malloc(40);
  memset(block, 1, 39);
  monitor("get_vbits %p 40", (void *)block);
  monitor("get_vbits %p 0xa", (void *)block);
  monitor("get_vbits %p 0b11", (void *)block);
  free(block);
}
