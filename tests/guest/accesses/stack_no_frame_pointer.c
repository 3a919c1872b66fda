// SPDX-License-Identifier: GPL-2.0-or-later
// Stacks are whole without frame pointers.
// build: -O2 -fomit-frame-pointer -fno-optimize-sibling-calls
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by third (
// next: by second (
// next: by first (
// next: by main (
#include "guest.h"
#include <stdlib.h>
static void *volatile sink;
static NOINLINE void third(int size)
{
  sink = malloc(size);
}
static NOINLINE void second(int size)
{
  third(size);
  sink = NULL;
}
static NOINLINE void first(int size)
{
  second(size + 1);
  sink = NULL;
}
int main(void)
{
  first(1336);
  scrub();
  return 0;
}
