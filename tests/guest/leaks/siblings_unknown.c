// SPDX-License-Identifier: GPL-2.0-or-later
// Nothing is said of siblings where allocation stacks are not known, nor where freeing stacks are for other purposes.
// needs: seep
// run: --keep-stacktraces=free
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: allocated here
// run: --keep-stacktraces=none
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: allocated here
// run: --keep-stacktraces=alloc --xtree-memory=full
// expect: 1,337 bytes in 1 blocks are definitely lost
// reject: allocated here
#include "guest.h"
#include <stdlib.h>
static NOINLINE void use(int number)
{
  void *volatile block = malloc(1337);
  if (number != 3)
    free(block);
  block = NULL;
}
int main(void)
{
  for (int i = 0; i < 10; i++)
    use(i);
  scrub();
}
