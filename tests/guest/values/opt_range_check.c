// SPDX-License-Identifier: GPL-2.0-or-later
// Range checks by one subtraction, on a byte out of a word.
// build: -O2
// again: clang clang -gdwarf-4
// run:
// stdout: 26 10
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdio.h>
struct token { unsigned char letter, other[3]; };
static NOINLINE int is_letter(const struct token *t)
{
  return t->letter >= 'a' && t->letter <= 'z';
}
static NOINLINE int is_digit(struct token t)
{
  return t.letter >= '0' && t.letter <= '9';
}
int main(void)
{
  int letters = 0, digits = 0;
  for (int c = 0; c < 200; c++) {
    struct token *t = undefined(4);
    t->letter = c;
    letters += is_letter(t);
    digits += is_digit(*t);
  }
  printf("%d %d\n", letters, digits);
}
