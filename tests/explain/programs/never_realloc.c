// SPDX-License-Identifier: GPL-2.0-or-later
// realloc() has moved the block, but its result is dropped: the pointer that is kept leads to the old place.
// Wrong if: the old pointer, which is not cleared, is taken for one to the moved block.
// explain: 70000 never stored; allocated in grow @new
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_old;

static NOIPA void make(void)
{
  g_old = (uintptr_t)malloc(1337);
}

static NOIPA int grow(size_t bytes)
{
  return realloc((void *)g_old, bytes) != NULL; // @new
}

int main(void)
{
  make();
  return !grow(70000);
}
