// SPDX-License-Identifier: GPL-2.0-or-later
// memcmp of known sizes and strcmp with constants, which compilers inline.
// build: -O2 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 40 20
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
#include <string.h>
static NOINLINE int is_magic(const char *p)
{
  return !memcmp(p, "MAGIC!", 6) || !memcmp(p, "magic", 5);
}
static NOINLINE int is_word(const char *p)
{
  return !strcmp(p, "ab") || !strcmp(p, "abc") || !strncmp(p, "xyz", 2);
}
int main(void)
{
  int magic = 0, words = 0;
  for (int i = 0; i < 40; i++) {
    char *p = undefined(16), *q = undefined(16);
    memcpy(p, i % 2 ? "MAGIC!" : "magic!", 6);
    magic += is_magic(p);
    strcpy(q, i % 4 == 0 ? "ab" : i % 4 == 1 ? "xy" : "b");
    words += is_word(q);
  }
  printf("%d %d\n", magic, words);
}
