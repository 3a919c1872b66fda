// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes around a freed block are described by it, too.
// run:
// expect: /is 1 bytes before a block of size 1,337 free'd$/
// expect: /is 3 bytes after a block of size 1,337 free'd$/
#include <stdlib.h>
static volatile char seen;
int main(void)
{
  volatile char *p = malloc(1337);
  free((void *)p);
  seen = p[-1];
  seen = p[1340];
}
