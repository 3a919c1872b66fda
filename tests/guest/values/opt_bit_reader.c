// SPDX-License-Identifier: GPL-2.0-or-later
// A bit stream read eight bytes at a time, over the end of what was written but not of the block.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 2080
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
#include <string.h>
static NOINLINE unsigned bits(const unsigned char *stream, unsigned position, unsigned count)
{
  unsigned long word;
  memcpy(&word, stream + position / 8, 8);
  return word >> position % 8 & ((1UL << count) - 1);
}
int main(void)
{
  unsigned char *stream = undefined(64);
  unsigned sum = 0;
  for (int i = 0; i < 26; i++)
    stream[i] = i * 37;
  for (unsigned position = 0; position < 208; position += 5) {
    unsigned value = bits(stream, position, position > 203 ? 208 - position : 5);
    if (value > 15)
      sum++;
  }
  printf("%d\n", sum > 5 ? 2080 : 0);
}
