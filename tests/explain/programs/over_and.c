// SPDX-License-Identifier: GPL-2.0-or-later
// A mask is meant for the flags, but hits the pointer.
// explain: 1337 overwritten NULL in clear_bits @lost; global g_word; stored in make @stored
#include "explain.h"
#include <stdint.h>
#include <stdlib.h>

uintptr_t g_word;

static NOIPA void make(void)
{
  g_word = (uintptr_t)malloc(1337); // @stored
}

static NOIPA void clear_bits(uintptr_t bits)
{
  g_word &= ~bits; // @lost
}

int main(void)
{
  make();
  clear_bits((uintptr_t)-1);
  return g_word != 0;
}
