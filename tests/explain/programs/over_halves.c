// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer is copied in two halves of 32 bits; then the original goes, then the copy.
// Wrong if: only stores of whole words are looked at: then the original's loss is told.
// explain: 1337 overwritten NULL in forget_copy @lost; global g_copy; stored in copy_words @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

void *g_original, *g_copy;

static NOIPA void copy_words(void *to, const void *from)
{
  volatile uint32_t *out = to;
  const volatile uint32_t *in = from;
  out[1] = in[1]; // @stored
  out[0] = in[0]; // @stored
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
  copy_words(&g_copy, &g_original);
  forget_original();
  int same = g_copy != NULL;
  forget_copy();
  return !same;
}
