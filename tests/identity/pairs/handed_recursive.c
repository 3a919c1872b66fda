// SPDX-License-Identifier: GPL-2.0-or-later
// The function calls itself.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static APART int get(char **out, int depth)
{
  if (depth > 0)
    return get(out, depth - 1) + 1;
  *out = malloc(1337);
  return 0;
}

static volatile int depth = 3;

static APART int first(void)
{
  char *text;
  get(&text, depth);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(&text_2, depth); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
