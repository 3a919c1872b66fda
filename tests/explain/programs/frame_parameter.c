// SPDX-License-Identifier: GPL-2.0-or-later
// A block is handed to a function that is to own it, and does not free it. The pointer was in that function's parameter only.
// explain -O0: 1337 left in consume @lost; local text of consume; stored in consume @consume
// explain -O2: 1337 never stored; allocated in make @new
#include "explain.h"
#include <stdlib.h>

static NOIPA char *make(void)
{
  return calloc(1, 1337); // @new
}

static NOIPA int consume(char *text) // @consume
{                                    // @consume
  return text[7];                    // @lost
} // @lost

int main(void)
{
  return consume(make());
}
