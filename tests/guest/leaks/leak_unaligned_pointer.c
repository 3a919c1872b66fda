// SPDX-License-Identifier: GPL-2.0-or-later
// Only aligned words are pointers: one stored across a word boundary does not keep its block.
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
#include "guest.h"
#include <stdlib.h>
#include <string.h>
char hidden[64];
static NOINLINE void hide(void)
{
  void *p = malloc(1337);
  memcpy(hidden + 3, &p, sizeof p);
}
int main(void)
{
  hide();
  scrub();
}
