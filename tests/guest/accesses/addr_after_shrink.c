// SPDX-License-Identifier: GPL-2.0-or-later
// What realloc cut off a block is no longer part of it.
// run:
// expect: Invalid write of size 1
// next: at main (addr_after_shrink.c:@write)
// next: is 0 bytes after a block of size 100 alloc'd
// next: at realloc
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *volatile p = malloc(1337);
  p = realloc(p, 100);
  p[99] = 1;
  p[100] = 1; // @write
  free(p);
}
