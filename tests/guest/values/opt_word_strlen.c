// SPDX-License-Identifier: GPL-2.0-or-later
// A strlen that looks at eight bytes at a time, with nothing written behind the zero.
// build: -O2
// again: clang clang -gdwarf-4
// run:
// stdout: 780
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
static NOINLINE size_t length(const char *text)
{
  const unsigned long ones = 0x0101010101010101, highs = ones << 7, *word = (const unsigned long *)text;
  while (!((*word - ones) & ~*word & highs))
    word++;
  return (const char *)word - text + __builtin_ctzl((*word - ones) & ~*word & highs) / 8;
}
int main(void)
{
  size_t sum = 0;
  for (int i = 0; i < 40; i++) {
    char *text = undefined(64);
    for (int j = 0; j < i; j++)
      text[j] = 'a' + j % 26;
    text[i] = 0;
    sum += length(text);
  }
  printf("%zu\n", sum);
}
