// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is kept with a tag in its upper 16 bits: no plain pointer to it is in memory.
// explain -O0: 1337 left in keep @lost; local object of keep; stored in keep @new
// explain -O2: 1337 never stored; allocated in keep @new
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_tagged;

static NOIPA void keep(unsigned tag)
{
  char *object = malloc(1337); // @new
  g_tagged = (uintptr_t)object | (uintptr_t)tag << 48; // @lost
} // @lost

int main(void)
{
  keep(7);
  return g_tagged >> 48 != 7;
}
