// SPDX-License-Identifier: GPL-2.0-or-later
// What hangs off a possibly lost block is possibly lost too, even by a start pointer.
// run: --leak-check-heuristics=none --show-leak-kinds=all
// expect: possibly lost: 2,338 bytes in 2 blocks
#include "guest.h"
#include <stdlib.h>
char *interior;
static NOINLINE void take(void)
{
  void **p = calloc(1, 1337);
  *p = malloc(1001);
  interior = (char *)p + 64;
}
int main(void)
{
  take();
  scrub();
}
