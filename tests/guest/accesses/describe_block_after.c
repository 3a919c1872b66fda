// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes after a block, in its redzone. Numbers are grouped.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 5 bytes after a block of size 1,337 alloc'd$/
// next: malloc
// next: main
// expect: /is 0 bytes after a block of size 5,000,000 alloc'd$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(1337);
  seen = p[1342];
  free((void *)p);
  p = malloc(5000000);
  seen = p[5000000];
  free((void *)p);
}
