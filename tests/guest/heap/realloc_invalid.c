// SPDX-License-Identifier: GPL-2.0-or-later
// realloc of something that is no block is invalid and returns NULL.
// build: -Wno-use-after-free
// run:
// stdout: null
// expect: Invalid free() / delete / delete[] / realloc()
// next: at realloc
// expect: is 0 bytes inside a block of size 1,337 free'd
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *volatile p = malloc(1337);
  free(p);
  puts(realloc(p, 2000) ? "block" : "null");
}
