// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes after a block, in its redzone.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 5 bytes after a block of size 1,337 alloc'd$/
// next: malloc
// next: main
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(1337);
  seen = p[1342];
  free((void *)p);
}
