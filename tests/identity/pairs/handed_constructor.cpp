// SPDX-License-Identifier: GPL-2.0-or-later
// A constructor sets a member.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct holder {
  char *data;
  holder() : data(new char[1337]) { data[0] = 1; }
};

static APART int first(void)
{
  holder one;
  int used = one.data[0];
  delete[] one.data; //>
  return used;
}

static APART int second(void)
{
  holder one_2; // @made
  int used = one_2.data[0];
  delete[] one_2.data; //<
  return used;
}
