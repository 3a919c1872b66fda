// SPDX-License-Identifier: GPL-2.0-or-later
// Only the distance from a base is kept, in 32 bits, as databases do: no plain pointer to it is in memory.
// explain -O0: 1337 left in add @lost; local entry of add; stored in add @new
// explain -O2: 1337 never stored; allocated in add @new
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uint32_t g_entries[4];

static NOIPA void add(const char *base)
{
  char *entry = malloc(1337); // @new
  g_entries[0] = (uint32_t)(entry - base) / 8; // @lost
} // @lost

int main(void)
{
  add((char *)g_entries);
  return g_entries[0] == 0;
}
