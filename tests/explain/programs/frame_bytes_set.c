// SPDX-License-Identifier: GPL-2.0-or-later
// Where a variable of a function that has returned lay, another one sets single bytes: what the word holds in between is
// no pointer, though it looks like one.
// explain: 1337 left in make @lost; local block of make; stored in make @stored
#include "explain.h"
#include <stdlib.h>

static NOIPA void make(void)
{
  char *volatile block = calloc(1, 1337); // @stored
  *block = 1;
} // @lost

static NOIPA void set(void)
{
  volatile char bytes[256];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = 0;
}

int main(void)
{
  make();
  set();
  return 0;
}
