// SPDX-License-Identifier: GPL-2.0-or-later
// The block begins with a header, and what lies behind that is handed out.
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

static void *get(size_t bytes)
{
  struct header *header = malloc(sizeof *header + bytes);
  if (!header)
    return NULL;
  header->size = bytes;
  header->references = 1;
  return header + 1;
}

static void put(void *block)
{
  free((struct header *)block - 1);
}

static void *volatile kept;
static int lose(char *text)
{
  int used = text[0];
  kept = text;
  kept = NULL;
  return used;
}

static APART int first(void)
{
  char *text = get(1337);
  int used = (text[0] = 1, lose(text));
  put(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2 = get(1337); // @made
  int used = (text_2[0] = 1, lose(text_2));
  put(text_2); //<
  return used;
}
