// SPDX-License-Identifier: GPL-2.0-or-later
// The upper half of a pointer is cleared by code that takes it for an int beside another.
// Wrong if: a store of four bytes at the word's end is not seen.
// explain: 1337 overwritten other in clear_flags @lost; global g_slot; stored in make @stored
#include "explain.h"
#include <stdlib.h>

union {
  char *text;
  struct {
    int count, flags;
  };
} g_slot;

static NOIPA void make(void)
{
  g_slot.text = malloc(1337); // @stored
}

static NOIPA void clear_flags(void)
{
  g_slot.flags = -1; // @lost
}

int main(void)
{
  make();
  clear_flags();
  return g_slot.flags != -1;
}
