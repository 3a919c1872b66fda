// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: who asks for a block's true size may keep a pointer behind the size that was asked for.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: kept
// expect: definitely lost: 0 bytes in 0 blocks
// expect: still reachable: 1,36
#include "lose.h"
#include <malloc.h>
#include <stdio.h>

static char *holder;

static NOINLINE void keep(void)
{
  holder = malloc(17);
  const size_t bytes = malloc_usable_size(holder);
  *(void **)(holder + bytes - sizeof(void *)) = malloc(1337);
}

int main(void)
{
  keep();
  scrub();
  puts("kept");
  return 0;
}
