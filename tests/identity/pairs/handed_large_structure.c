// SPDX-License-Identifier: GPL-2.0-or-later
// A large structure is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct value {
  long kind, more[3];
  char *text;
};

static struct value value_new(long kind)
{
  struct value value = {kind, {1, 2, 3}, malloc(1337)};
  return value;
}

static APART int first(void)
{
  struct value value = value_new(1);
  int used = (value.text[0] = (char)value.kind);
  free(value.text); //>
  return used;
}

static APART int second(void)
{
  struct value value_2 = value_new(1); // @made
  int used = (value_2.text[0] = (char)value_2.kind);
  free(value_2.text); //<
  return used;
}
