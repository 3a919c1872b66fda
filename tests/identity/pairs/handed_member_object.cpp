// SPDX-License-Identifier: GPL-2.0-or-later
// The constructor of a member sets its member.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct inner {
  char *data;
  inner() : data(new char[1337]) { data[0] = 1; }
};
struct whole {
  long number = 7;
  inner in;
};

static APART int first(void)
{
  whole one;
  int used = one.in.data[0];
  delete[] one.in.data; //>
  return used;
}

static APART int second(void)
{
  whole one_2; // @made
  int used = one_2.in.data[0];
  delete[] one_2.in.data; //<
  return used;
}
