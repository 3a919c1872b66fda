// SPDX-License-Identifier: GPL-2.0-or-later
// An object is returned, with several members.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct value {
  long kind, more, most;
  char *text;
};

static value make(long kind)
{
  value value{kind, 2, 3, new char[1337]};
  value.text[0] = 1;
  return value;
}

static APART int first(void)
{
  value one = make(1);
  int used = one.text[0];
  delete[] one.text; //>
  return used;
}

static APART int second(void)
{
  value one_2 = make(1); // @made
  int used = one_2.text[0];
  delete[] one_2.text; //<
  return used;
}
