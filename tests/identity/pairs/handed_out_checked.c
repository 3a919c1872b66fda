// SPDX-License-Identifier: GPL-2.0-or-later
// The block is stored through a pointer behind a check.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static int get(char **out, size_t bytes)
{
  char *made = malloc(bytes);
  if (!made)
    return -1;
  memset(made, 0, bytes);
  *out = made;
  return 0;
}

static APART int first(void)
{
  char *text;
  get(&text, 1337);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(&text_2, 1337); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
