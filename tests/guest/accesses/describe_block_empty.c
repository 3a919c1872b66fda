// SPDX-License-Identifier: GPL-2.0-or-later
// A block of no bytes has only bytes after it.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 0 bytes after a block of size 0 alloc'd$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(0);
  seen = p[0];
  free((void *)p);
}
