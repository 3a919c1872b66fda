// SPDX-License-Identifier: GPL-2.0-or-later
// Two halves of a word have origins of their own.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_halves_of_word.c:@low)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_halves_of_word.c:@first)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (origin_halves_of_word.c:@high)
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_halves_of_word.c:@second)
#include <stdlib.h>
static volatile int words[2] __attribute__((aligned(8)));
int main(void)
{
  int *p = malloc(64); // @first
  int *q = malloc(64); // @second
  words[0] = p[2];
  words[1] = q[2];
  if (words[0]) // @low
    p[0] = 1;
  if (words[1]) // @high
    p[0] = 1;
  free(p);
  free(q);
}
