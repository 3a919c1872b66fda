// SPDX-License-Identifier: GPL-2.0-or-later
// A block that realloc() resizes goes on as one of that call's place: for its old place it has ended, though not freed.
// needs: seep
// run:
// expect: 101 bytes in 1 blocks are definitely lost
// expect: 4 of 5 blocks allocated here were resized by grow() (siblings_resized.c:@grown), called by main(); this one was not.
// expect: 203 bytes in 1 blocks are definitely lost
// expect: 3 of 4 blocks allocated here were freed by main() (siblings_resized.c:@freed); this one was not.
// expect: 307 bytes in 1 blocks are definitely lost
// expect: 3 of 4 blocks allocated here were freed or resized: 2 freed by main() (siblings_resized.c:@other); 1 resized by main() (siblings_resized.c:@moved). This one was not.
#include "guest.h"
#include <stdlib.h>
static NOINLINE void *make(size_t bytes)
{
  return malloc(bytes);
}
static NOINLINE void *grow(void *block)
{
  return realloc(block, 203); // @grown
}
int main(void)
{
  for (int i = 0; i < 5; i++) {
    void *volatile block = make(101);
    if (i < 4)
      block = grow(block);
    if (i < 3)
      free(block); // @freed
    block = NULL;
  }
  for (int i = 0; i < 4; i++) {
    void *volatile block = malloc(307);
    if (i == 1)
      free(realloc(block, 1)); // @moved
    else if (i > 1)
      free(block); // @other
    block = NULL;
  }
  scrub();
}
