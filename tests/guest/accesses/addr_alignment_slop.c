// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes that alignment adds to a block are not part of it.
// run:
// expect: Invalid write of size 1
// next: at main (addr_alignment_slop.c:@write)
// next: is 0 bytes after a block of size 13 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
int main(void)
{
  char *volatile p = malloc(13);
  p[12] = 1;
  p[13] = 1; // @write
  free(p);
}
