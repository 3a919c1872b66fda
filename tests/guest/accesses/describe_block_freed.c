// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a freed block: where it was freed and where allocated.
// run:
// expect: Invalid read of size 1
// next: at 
// next: /is 100 bytes inside a block of size 1,337 free'd$/
// next: free
// next: main
// next: Block was alloc'd at
// next: malloc
// next: main
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(1337);
  free((void *)p);
  seen = p[100];
}
