// SPDX-License-Identifier: GPL-2.0-or-later
// Stacks that --leak-resolution takes for one have their siblings together.
// needs: seep
// run: --leak-resolution=high
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 4 of 5 blocks allocated here were freed by first() (siblings_resolution.c:@first), called by main(); this one was not.
// expect: 2,674 bytes in 2 blocks are definitely lost
// expect: 6 of 8 blocks allocated here were freed by second() (siblings_resolution.c:@second), called by main(); these 2 were not.
// run: --leak-resolution=low
// expect: 4,011 bytes in 3 blocks are definitely lost
// expect: 10 of 13 blocks allocated here were freed: 6 by second() (siblings_resolution.c:@second), called by main(); 4 by first() (siblings_resolution.c:@first), called by main(). These 3 were not.
#include "guest.h"
#include <stdlib.h>
static NOINLINE void *make(void)
{
  return malloc(1337);
}
static NOINLINE void first(int number)
{
  void *volatile block = make();
  if (number != 1)
    free(block); // @first
  block = NULL;
}
static NOINLINE void second(int number)
{
  void *volatile block = make();
  if (number > 1)
    free(block); // @second
  block = NULL;
}
int main(void)
{
  for (int number = 0; number < 5; number++)
    first(number);
  for (int number = 0; number < 8; number++)
    second(number);
  scrub();
}
