// SPDX-License-Identifier: GPL-2.0-or-later
// scribble SEED WHERE: random bytes, numbers that look like addresses of the heap among them, in its blocks ("blocks"),
// or all over the heap, with what the C library has noted there ("heap"). Then the process ends without the heap's
// help.
#include "attack.h"

enum { BLOCKS = 4000, STATUS = 5 };

static unsigned seed;

static void scribble(unsigned char *start, size_t bytes, char *low, size_t span)
{
  for (size_t at = 0; at < bytes; at++)
    start[at] = (unsigned char)draw(&seed, 256);
  for (size_t at = 0; at + 8 <= bytes; at += 8 * (1 + draw(&seed, 6))) {
    char *const address = low + ((size_t)draw(&seed, 1 << 24) * 7919) % span;
    memcpy(start + at, &address, sizeof address);
  }
}

int main(int count, char **arguments)
{
  static unsigned char *blocks[BLOCKS];
  static size_t sizes[BLOCKS];
  char *low = NULL, *high = NULL;
  seed = (unsigned)number_of(count, arguments, 1);
  for (int i = 0; i < BLOCKS; i++) {
    sizes[i] = 1 + draw(&seed, draw(&seed, 50) == 0 ? 30000 : 300);
    blocks[i] = malloc(sizes[i]);
    low = !low || (char *)blocks[i] < low ? (char *)blocks[i] : low;
    high = (char *)blocks[i] + sizes[i] > high ? (char *)blocks[i] + sizes[i] : high;
  }
  for (int i = 0; i < BLOCKS; i += 3)
    free(blocks[i]);
  if (count > 2 && strcmp(arguments[2], "heap") == 0)
    scribble((unsigned char *)low, (size_t)(high - low), low, (size_t)(high - low));
  else
    for (int i = 0; i < BLOCKS; i++)
      if (i % 3 != 0)
        scribble(blocks[i], sizes[i], low, (size_t)(high - low));
  if (write(STDOUT_FILENO, "scribbled\n", 10) != 10)
    return 93;
  if (seed % 2 == 0)
    _exit(STATUS);
  return STATUS;
}
