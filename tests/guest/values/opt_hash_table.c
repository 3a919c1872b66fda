// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table whose slots are undefined until a bitmap says otherwise.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 300 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
enum { SLOTS = 1024 };
struct slot { unsigned key; unsigned short value; };
static unsigned long used[SLOTS / 64];
static NOINLINE unsigned find(const struct slot *slots, unsigned key)
{
  unsigned i = key * 2654435761u >> 22;
  while (used[i / 64] >> i % 64 & 1 && slots[i].key != key)
    i = (i + 1) % SLOTS;
  return i;
}
int main(void)
{
  struct slot *slots = malloc(SLOTS * sizeof *slots);
  int found = 0, wrong = 0;
  for (unsigned key = 0; key < 300; key++) {
    unsigned i = find(slots, key * 7);
    used[i / 64] |= 1UL << i % 64;
    slots[i] = (struct slot){key * 7, key};
  }
  for (unsigned key = 0; key < 2100; key++) {
    unsigned i = find(slots, key);
    if (used[i / 64] >> i % 64 & 1)
      slots[i].value * 7u == key ? found++ : wrong++;
  }
  printf("%d %d\n", found, wrong);
  free(slots);
}
