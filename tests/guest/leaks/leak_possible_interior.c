// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer into the middle of a block only makes it possibly lost.
// run: --leak-check-heuristics=none
// expect: 1,337 bytes in 1 blocks are possibly lost
// expect: possibly lost: 1,337 bytes in 1 blocks
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
#include <stdlib.h>
char *interior;
static NOINLINE void take(void)
{
  interior = (char *)malloc(1337) + 100;
}
int main(void)
{
  take();
  scrub();
}
