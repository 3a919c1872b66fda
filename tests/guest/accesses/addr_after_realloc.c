// SPDX-License-Identifier: GPL-2.0-or-later
// The old place of a block that realloc moved is free'd memory, and realloc freed it.
// run:
// expect: Invalid read of size 1
// next: at main (addr_after_realloc.c:@read)
// next: is 7 bytes inside a block of size 1,337 free'd
// next: at realloc
// next: by main (addr_after_realloc.c:@realloc)
// next: Block was alloc'd at
// next: at malloc
// next: by main
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
static volatile char sink;
int main(void)
{
  volatile char *p = calloc(1, 10);
  free((void *)p);
  p = malloc(1337);
  p[7] = 1;
  char *volatile q = realloc((void *)p, 13370); // @realloc
  sink = p[7]; // @read
  free(q);
}
