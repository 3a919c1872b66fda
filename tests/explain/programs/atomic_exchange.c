// SPDX-License-Identifier: GPL-2.0-or-later
// An atomic exchange takes the pointer out of a slot, and the caller only asks whether there was one.
// explain -O0: 1337 left in take_out @left; local __atomic_exchange_tmp of take_out / stack of take_out
// explain -O2: 1337 overwritten NULL in take_out @lost; global g_slot; stored in put @stored
#include "explain.h"
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(char *) g_slot;

static NOIPA void put(void)
{
  atomic_store(&g_slot, malloc(1337)); // @stored
}

static NOIPA int take_out(void)
{
  return atomic_exchange(&g_slot, NULL) != NULL; // @lost @left
} // @left

int main(void)
{
  put();
  return !take_out();
}
