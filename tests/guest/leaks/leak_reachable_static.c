// SPDX-License-Identifier: GPL-2.0-or-later
// A static variable of a function and an initialised global are roots as well.
// run:
// expect: definitely lost: 0 bytes in 0 blocks
// expect: still reachable: 2,338 bytes in 2 blocks
#include <stdlib.h>
int filler = 7;
void *initialised = &filler;
int main(void)
{
  static void *local;
  local = malloc(1337);
  initialised = malloc(1001);
  return local == initialised;
}
