// SPDX-License-Identifier: GPL-2.0-or-later
// A block is aligned by hand, and only the aligned address inside it is kept.
// explain: 1337 possible held; global g_aligned; stored in alloc_aligned @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

char *g_aligned;

static NOIPA void alloc_aligned(void)
{
  uintptr_t block = (uintptr_t)malloc(1337);
  g_aligned = (char *)((block + 256) & ~(uintptr_t)255); // @stored
}

int main(void)
{
  alloc_aligned();
  return (uintptr_t)g_aligned % 256 != 0;
}
