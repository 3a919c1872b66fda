// SPDX-License-Identifier: GPL-2.0-or-later
// The function is called by its address.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static APART void fill(char **out)
{
  *out = malloc(1337);
}

static void (*volatile filler)(char **) = fill;

static APART int first(void)
{
  char *text;
  filler(&text);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  filler(&text_2); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
