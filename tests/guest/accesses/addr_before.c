// SPDX-License-Identifier: GPL-2.0-or-later
// The byte before a block, read and written.
// run:
// expect: Invalid read of size 1
// next: at main (addr_before.c:@read)
// next: is 1 bytes before a block of size 1,337 alloc'd
// next: at malloc
// expect: Invalid write of size 1
// next: at main (addr_before.c:@write)
// next: is 1 bytes before a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  volatile char *p = malloc(1337);
  char c = p[-1]; // @read
  p[-1] = c; // @write
  free((void *)p);
}
