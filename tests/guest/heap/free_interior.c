// SPDX-License-Identifier: GPL-2.0-or-later
// Freeing the middle of a block is invalid, says where, and leaves the block alone.
// build: -Wno-free-nonheap-object
// run:
// expect: Invalid free() / delete / delete[] / realloc()
// next: at free
// next: by main (free_interior.c:@free)
// next: is 100 bytes inside a block of size 1,337 alloc'd
// next: at malloc
// expect: in use at exit: 1,337 bytes in 1 blocks
#include "guest.h"
#include <stdlib.h>
char *kept;
int main(void)
{
  kept = malloc(1337);
  free(kept + 100); // @free
  scrub();
}
