// SPDX-License-Identifier: GPL-2.0-or-later
// A function returns a block from a variable of its own, and the caller drops it. After that it was in registers only.
// explain -O0: 1337 left in make @lost; local fresh of make; registers; stored in make @new; dropped in main @end from make
// explain -O2: 1337 never stored; allocated in make @new; dropped in main @end from make
#include "explain.h"
#include <stdlib.h>

static NOIPA char *make(void)
{
  char *fresh = malloc(1337); // @new
  if (!fresh)
    abort();
  return fresh; // @lost
} // @lost

int main(void)
{
  make();
} // @end
