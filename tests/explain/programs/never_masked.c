// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is kept with its bits turned, so that nobody reads it by chance: no plain pointer to it is in memory.
// explain -O0: 1337 left in hide @lost; local secret of hide; stored in hide @new
// explain -O2: 1337 never stored; allocated in hide @new
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_hidden;

static NOIPA void hide(void)
{
  char *secret = malloc(1337); // @new
  g_hidden = ~(uintptr_t)secret; // @lost
} // @lost

int main(void)
{
  hide();
  return g_hidden == 0;
}
