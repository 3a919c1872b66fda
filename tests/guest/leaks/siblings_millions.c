// SPDX-License-Identifier: GPL-2.0-or-later
// Very many blocks of one place.
// needs: seep
// run:
// expect: 7 bytes in 1 blocks are definitely lost
// expect: 1,200,000 of 1,200,001 blocks allocated here were freed by main() (siblings_millions.c:@freed); this one was not.
#include "guest.h"
#include <stdlib.h>
int main(void)
{
  for (int i = 0; i < 1200001; i++) {
    void *volatile block = malloc(7);
    if (i != 777)
      free(block); // @freed
    block = NULL;
  }
  scrub();
}
