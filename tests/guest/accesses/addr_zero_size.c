// SPDX-License-Identifier: GPL-2.0-or-later
// A block of no bytes has none to read.
// run:
// expect: Invalid read of size 1
// next: at main (addr_zero_size.c:@read)
// next: is 0 bytes after a block of size 0 alloc'd
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <stdlib.h>
static volatile char sink;
int main(void)
{
  char *volatile p = malloc(0);
  sink = p[0]; // @read
  free(p);
}
