// SPDX-License-Identifier: GPL-2.0-or-later
// asprintf() stores the text for a function.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "pair.h"

#include <stdio.h>

static void name(char **out, int number)
{
  if (asprintf(out, "\001 number %d", number) < 0)
    abort();
}

static APART int first(void)
{
  char *text;
  name(&text, 7);
  int used = text[0];
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  name(&text_2, 7); // @made
  int used = text_2[0];
  free(text_2); //<
  return used;
}
