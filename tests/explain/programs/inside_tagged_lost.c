// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer with a tag in its lowest bits is set to "empty", which is the tag alone.
// explain: 1337 overwritten other in clear @lost; global g_tagged; into 3; stored in keep @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_tagged;

static NOIPA void keep(void)
{
  char *object = malloc(1337);
  g_tagged = (uintptr_t)object | 3; // @stored
}

static NOIPA void clear(void)
{
  g_tagged &= 3; // @lost
}

int main(void)
{
  keep();
  clear();
  return g_tagged != 3;
}
