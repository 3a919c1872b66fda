// SPDX-License-Identifier: GPL-2.0-or-later
// The constructor of a base class sets a member.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct base {
  long number;
  char *data;
  base() : number(1), data(new char[1337]) { data[0] = 1; }
};
struct derived : base {
  int more;
  derived() : more(7) {}
};

static APART int first(void)
{
  derived one;
  int used = one.data[0];
  delete[] one.data; //>
  return used;
}

static APART int second(void)
{
  derived one_2; // @made
  int used = one_2.data[0];
  delete[] one_2.data; //<
  return used;
}
