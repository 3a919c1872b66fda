// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is kept with a tag in its lowest bit: it leads one byte into the block.
// explain: 1337 possible held; global g_tagged; into 1; stored in keep @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_tagged;

static NOIPA void keep(void)
{
  char *object = malloc(1337);
  g_tagged = (uintptr_t)object | 1; // @stored
}

int main(void)
{
  keep();
  return (g_tagged & 1) != 1;
}
