// SPDX-License-Identifier: GPL-2.0-or-later
// An aligned word of which some bytes may be read is let pass, unless that is not wanted.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --partial-loads-ok=no
// expect: Invalid read of size 8
// next: main (partial_word.c:@word)
// next: Address 0x
// next: at malloc
// expect: Invalid read of size 4
// next: main (partial_word.c:@half)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *p = malloc(21);
  memset(p, 1, 21);
  volatile long word = *(volatile long *)(p + 16);  // @word
  volatile int half = *(volatile int *)(p + 20);    // @half
  free(p);
  return (word + half) & 0;
}
