// SPDX-License-Identifier: GPL-2.0-or-later
// The same through a pointer.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct header {
  size_t size, references;
};

static int get(char **out, size_t bytes)
{
  struct header *header = malloc(sizeof *header + bytes);
  if (!header)
    return -1;
  header->size = bytes;
  header->references = 1;
  *out = (char *)(header + 1);
  return 0;
}

static void put(char *block)
{
  free((struct header *)(void *)block - 1);
}

static APART int first(void)
{
  char *text;
  get(&text, 1337);
  int used = (text[0] = 1);
  put(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(&text_2, 1337); // @made
  int used = (text_2[0] = 1);
  put(text_2); //<
  return used;
}
