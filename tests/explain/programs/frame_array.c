// SPDX-License-Identifier: GPL-2.0-or-later
// An array of pointers on the stack: only the first is freed.
// explain: 3 x 1337 left in split @lost; local words of split; stored in fill @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void fill(char **words, int count)
{
  for (int i = 0; i < count; i++)
    words[i] = calloc(1, 1337); // @stored
}

static NOIPA int split(void)
{
  char *words[4];
  fill(words, 4);
  int first = words[0][0];
  free(words[0]);
  return first; // @lost
} // @lost

int main(void)
{
  return split();
}
