// SPDX-License-Identifier: GPL-2.0-or-later
// xb: validity bits, and below them the bytes with the address of the first.
// run:
// expect: /^00\t  00\t  00\t  00\t  00\t  00\t  00\t  ff$/
// next: /^0x[0-9A-F]+:\t0x61\t0x62\t0x63\t0x64\t0x65\t0x66\t0x67\t0x..$/
// next: /^00\t  __$/
// next: /^0x[0-9A-F]+:\t0x69\t0x\?\?$/
// next: /^Address 0x[0-9A-F]+ len 10 has 1 bytes unaddressable$/
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *block = malloc(9);
  memcpy(block, "abcdefg", 7);
  block[8] = 'i';
  monitor("xb %p 10", (void *)block);
  free(block);
}
