// SPDX-License-Identifier: GPL-2.0-or-later
// The function tries again until it has a block.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static volatile int tries = 0;

static int get(char **out)
{
  char *text;
  do {
    text = malloc(1337);
    if (text && tries++ % 2 == 0)
      break;
    free(text);
  } while (1);
  *out = text;
  return 0;
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
