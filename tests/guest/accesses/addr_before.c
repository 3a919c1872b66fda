// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes before a block: the last one, read and written, and the first one of the redzone.
// run:
// expect: Invalid read of size 1
// next: at main (addr_before.c:@read)
// next: is 1 bytes before a block of size 1,337 alloc'd
// next: at malloc
// next: by main
// expect: Invalid write of size 1
// next: at main (addr_before.c:@write)
// next: is 1 bytes before a block of size 1,337 alloc'd
// expect: Invalid write of size 1
// next: at main (addr_before.c:@redzone)
// next: is 16 bytes before a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdlib.h>
int main(void)
{
  volatile char *p = malloc(1337);
  char c = p[-1]; // @read
  p[-1] = c; // @write
  p[-16] = 1; // @redzone
  free((void *)p);
}
