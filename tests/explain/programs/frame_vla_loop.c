// SPDX-License-Identifier: GPL-2.0-or-later
// An array of variable length is made anew in each turn of a loop: its memory goes while its function stays.
// Wrong if: what the next turn finds in its array, and does not write, counts as a pointer.
// explain: 3 x 1337 left in work @body; local table of work / stack of work; stored in fill @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void fill(char **slot)
{
  *slot = malloc(1337); // @stored
}

static NOIPA int work(int turns)
{
  int sum = 0;
  for (int i = 1; i <= turns; i++) { // @body
    char *table[i * 16];             // @body
    fill(&table[i]);                 // @body
    sum += table[i] != NULL;         // @body
  } // @body
  return sum; // @body
} // @body

int main(void)
{
  return work(3) != 3;
}
