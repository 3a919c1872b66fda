// SPDX-License-Identifier: GPL-2.0-or-later
// A lock-free stack pops its entry by compare-and-swap, and nobody frees it.
// explain -O0: 1337 left in pop @left; local entry of pop
// explain -O2: 1337 overwritten NULL in pop @lost; global g_top; stored in push @stored
// or: left in pop @left; stack of pop / local entry of pop
#include "explain.h"
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
  struct entry *next;
};
_Atomic(struct entry *) g_top;

static NOIPA void push(void)
{
  struct entry *entry = calloc(1, 1337);
  atomic_store(&g_top, entry); // @stored
}

static NOIPA int pop(void)
{
  struct entry *entry = atomic_load(&g_top);
  while (!atomic_compare_exchange_weak(&g_top, &entry, entry->next)) // @lost
    ;
  return entry == NULL; // @left
} // @left

int main(void)
{
  push();
  return pop();
}
