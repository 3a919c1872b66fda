// SPDX-License-Identifier: GPL-2.0-or-later
// An index with undefined bits that a mask takes away is a defined one.
// run:
// expect: Use of uninitialised value of size 8
// next: at main (value_index_bits.c:@undefined)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "undefined.h"
static int items[65536];
int main(void)
{
  unsigned char *p = undefined(4);
  p[0] = 1;
  unsigned word = *(unsigned *)p;
  sink = items[word & 0xff];
  sink = items[word << 24 >> 24];
  sink = items[(unsigned char)word];
  sink = items[word & 0x1ff]; // @undefined
}
