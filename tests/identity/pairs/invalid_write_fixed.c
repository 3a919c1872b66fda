// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lines that write behind a block one is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
#include <stdlib.h>

static void fill(volatile char *text, int size)
{
  text[size] = 'a'; //<
  text[size - 1] = 'a'; //>
  text[size + 1] = 'b';
}

int main(void)
{
  char *text = malloc(1337);
  fill(text, 1337);
  free(text);
  return 0;
}
