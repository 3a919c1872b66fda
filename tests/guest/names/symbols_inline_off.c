// SPDX-License-Identifier: GPL-2.0-or-later
// --read-inline-info=no leaves inlined calls out: the function that has the code is named.
// build: -O2
// run: --read-inline-info=no
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by outer (symbols_inline_off.c:
// next: by main (symbols_inline_off.c:
#include "guest.h"
#include <stdlib.h>
static void *volatile sink;
static inline __attribute__((always_inline)) void inner(int size)
{
  sink = malloc(size);
}
static NOINLINE void outer(int size)
{
  inner(size);
  sink = NULL;
}
int main(void)
{
  outer(1337);
  scrub();
  return 0;
}
