// SPDX-License-Identifier: GPL-2.0-or-later
// Cases of a switch allocate.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static int get(int kind, char **out)
{
  char *text = NULL;
  switch (kind) {
  case 0: text = malloc(7); break;
  case 1: text = malloc(1337); text[1] = 2; break;
  case 2: text = malloc(19); text[2] = 3; break;
  case 3: return -3;
  case 4: text = calloc(3, 3); break;
  case 5: abort();
  default: return -1;
  }
  *out = text;
  return 0;
}

static volatile int kind = 1;

static APART int first(void)
{
  char *text;
  get(kind, &text);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  get(kind, &text_2); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
