// SPDX-License-Identifier: GPL-2.0-or-later
// length64: a block that starts with its own size, less the eight bytes of it, is reached by a pointer behind them.
// run: --leak-check-heuristics=length64
// expect: possibly lost: 0 bytes in 0 blocks
// next: still reachable: 1,345 bytes in 1 blocks
// next: of which reachable via heuristic:
// next: /length64 +: 1,345 bytes in 1 blocks/
// run: --leak-check-heuristics=none
// expect: possibly lost: 1,345 bytes in 1 blocks
#include "guest.h"
#include <stdint.h>
#include <stdlib.h>
char *user;
static NOINLINE void take(void)
{
  uint64_t *block = malloc(1337 + sizeof *block);
  *block = 1337;
  user = (char *)(block + 1);
}
int main(void)
{
  take();
  scrub();
}
