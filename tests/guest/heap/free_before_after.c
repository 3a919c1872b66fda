// SPDX-License-Identifier: GPL-2.0-or-later
// Freeing just before or just behind a block says so.
// build: -Wno-free-nonheap-object
// run:
// expect: Invalid free()
// expect: is 8 bytes before a block of size 1,337 alloc'd
// expect: Invalid free()
// expect: is 3 bytes after a block of size 1,337 alloc'd
#include <stdlib.h>
int main(void)
{
  char *volatile p = malloc(1337);
  free(p - 8);
  free(p + 1340);
}
