// SPDX-License-Identifier: GPL-2.0-or-later
// A load of which nothing may be read is an error, aligned or not.
// run:
// expect: Invalid read of size 8
// next: main (partial_outside.c:@word)
// next: is 3 bytes after a block of size 21 alloc'd
// next: at malloc
// next: by main
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *p = malloc(21);
  volatile long word = *(volatile long *)(p + 24); // @word
  free(p);
  return word & 0;
}
