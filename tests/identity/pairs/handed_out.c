// SPDX-License-Identifier: GPL-2.0-or-later
// A function stores the block through a pointer that it is given.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static int get(char **out)
{
  *out = malloc(1337);
  return *out ? 0 : -1;
}

static APART int first(void)
{
  char *text;
  get(&text);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(&text_2); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
