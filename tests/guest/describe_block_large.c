// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers are grouped; beyond the redzone the allocator's own block is named.
// run:
// expect: /is 0 bytes after a block of size 5,000,000 alloc'd$/
// expect: Invalid read of size 1
// expect: /is 5,000,512 bytes inside a block of size [0-9,]+ in arena "client"$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(5000000);
  seen = p[5000000];
  seen = p[5000000 + 512];
  free((void *)p);
}
