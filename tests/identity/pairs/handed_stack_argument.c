// SPDX-License-Identifier: GPL-2.0-or-later
// The pointer is the eighth argument.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static void get(int a, int b, int c, int d, int e, int f, int g, char **out)
{
  *out = malloc((size_t)(a + b + c + d + e + f + g));
}

static APART int first(void)
{
  char *text;
  get(1000, 300, 30, 4, 1, 1, 1, &text);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(1000, 300, 30, 4, 1, 1, 1, &text_2); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
