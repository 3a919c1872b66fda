// SPDX-License-Identifier: GPL-2.0-or-later
// get_vbits: 32 bytes to a line; the length may be hexadecimal or binary.
// run:
// expect: /^00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000$/
// next: /^00000000 000000ff$/
// next: /^00000000 00000000 0000$/
// next: /^000000$/
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *block = malloc(40);
  memset(block, 1, 39);
  monitor("get_vbits %p 40", (void *)block);
  monitor("get_vbits %p 0xa", (void *)block);
  monitor("get_vbits %p 0b11", (void *)block);
  free(block);
}
