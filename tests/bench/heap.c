// SPDX-License-Identifier: GPL-2.0-or-later
// A malloc-heavy guest: ARGUMENT million steps that allocate, free or resize one of 10,000 slots, most blocks small.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 10000 };

static uint32_t state = 1;

static uint32_t next_random(void)
{
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

static size_t next_size(void)
{
  uint32_t random = next_random();
  return (random % 64 == 0 ? random / 64 % 8192 : random / 64 % 128) + 1;
}

/* A place of its own for one block in a hundred. */
static __attribute__((noinline)) char *allocate_seldom(size_t size)
{
  char *block = malloc(size);
  *block = (char)size;
  return block;
}

static void step(char **slot)
{
  size_t size = next_size();
  if (!*slot)
    *slot = next_random() % 100 == 0 ? allocate_seldom(size) : malloc(size);
  else if (size % 8 == 0)
    *slot = realloc(*slot, size);
  else {
    free(*slot);
    *slot = NULL;
  }
  if (*slot)
    **slot = (char)size;
}

int main(int count, char **arguments)
{
  static char *slots[SLOTS];
  long steps = (long)(1e6 * (count > 1 ? atof(arguments[1]) : 1));
  for (long i = 0; i < steps; i++)
    step(&slots[next_random() % SLOTS]);
  for (int i = 0; i < SLOTS; i++)
    free(slots[i]);
  puts("done");
}
