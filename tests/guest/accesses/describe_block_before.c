// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes before a block.
// run:
// expect: Invalid write of size 1
// next: at 
// next: /is 16 bytes before a block of size 1,337 alloc'd$/
// next: malloc
// next: main
#include <stdlib.h>
int main(void)
{
  volatile char *p = malloc(1337);
  p[-16] = 1;
  free((void *)p);
}
