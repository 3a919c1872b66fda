// SPDX-License-Identifier: GPL-2.0-or-later
// Many blocks of many sizes add up exactly.
// run:
// expect: total heap usage: 1,000 allocs, 0 frees, 500,500 bytes allocated
// expect: 500,500 bytes in 1,000 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
static NOINLINE void lose(void)
{
  for (int i = 1; i <= 1000; i++) {
    void *volatile p = malloc(i);
    p = NULL;
  }
}
int main(void)
{
  lose();
  scrub();
}
