// SPDX-License-Identifier: GPL-2.0-or-later
// A structure is returned, with the block in its second word.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct value {
  long kind;
  char *text;
};

static struct value value_new(void)
{
  struct value value = {1, malloc(1337)};
  return value;
}

static APART int first(void)
{
  struct value value = value_new();
  int used = (value.text[0] = (char)value.kind);
  free(value.text); //>
  return used;
}

static APART int second(void)
{
  struct value value_2 = value_new(); // @made
  int used = (value_2.text[0] = (char)value_2.kind);
  free(value_2.text); //<
  return used;
}
