// SPDX-License-Identifier: GPL-2.0-or-later
// Thread-local variables of the main thread are roots.
// run: --show-leak-kinds=all
// expect: 1,337 bytes in 1 blocks are still reachable
#include "guest.h"
#include <stdlib.h>
static __thread void *mine;
static NOINLINE void take(void)
{
  mine = malloc(1337);
}
int main(void)
{
  take();
  scrub();
}
