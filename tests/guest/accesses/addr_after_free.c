// SPDX-License-Identifier: GPL-2.0-or-later
// A freed block, read and written: where in it, who freed it, who allocated it.
// run:
// expect: Invalid read of size 4
// next: at main (addr_after_free.c:@read)
// next: is 40 bytes inside a block of size 1,337 free'd
// next: at free
// next: by main (addr_after_free.c:@free)
// next: Block was alloc'd at
// next: at malloc
// next: by main (addr_after_free.c:@malloc)
// expect: Invalid write of size 4
// next: at main (addr_after_free.c:@write)
// next: is 40 bytes inside a block of size 1,337 free'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  int *volatile p = malloc(1337); // @malloc
  p[10] = 1;
  free(p); // @free
  int i = p[10]; // @read
  p[10] = i; // @write
}
