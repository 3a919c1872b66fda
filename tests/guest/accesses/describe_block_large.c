// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers are grouped; beyond the redzone the block is named as well, however far it is.
// run:
// expect: /is 0 bytes after a block of size 5,000,000 alloc'd$/
// expect: Invalid read of size 1
// expect: /is 512 bytes after a block of size 5,000,000 alloc.d$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(5000000);
  seen = p[5000000];
  seen = p[5000000 + 512];
  free((void *)p);
}
