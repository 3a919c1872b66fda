// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is copied byte by byte, as old code does it; then the original goes, then the copy.
// Wrong if: eight stores of a byte each do not make a pointer: then the original's loss is told.
// explain: 1337 overwritten NULL in forget_copy @lost; global g_copy; stored in copy_bytes @stored
#include "explain.h"
#include <stdlib.h>

char *g_original, *g_copy;

static NOIPA void copy_bytes(void *to, const void *from, int count)
{
  volatile char *out = to;
  const volatile char *in = from;
  for (int i = 0; i < count; i++)
    out[i] = in[i]; // @stored
}

static NOIPA void make(void)
{
  g_original = malloc(1337);
}

static NOIPA void forget_original(void)
{
  g_original = NULL;
}

static NOIPA void forget_copy(void)
{
  g_copy = NULL; // @lost
}

int main(void)
{
  make();
  copy_bytes(&g_copy, &g_original, sizeof g_copy);
  forget_original();
  int same = g_copy != NULL;
  forget_copy();
  return !same;
}
