// SPDX-License-Identifier: GPL-2.0-or-later
// A program optimised at link time is named by its own sources.
// build: -flto -O1
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: /by (lose|main) \(symbols_lto.c:/
#include "guest.h"
#include <stdlib.h>
NOINLINE void lose(void)
{
  void *volatile p = malloc(1337); // @lose
  p = NULL;
}
int main(void)
{
  lose(); // @main
  scrub();
}
