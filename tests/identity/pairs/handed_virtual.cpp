// SPDX-License-Identifier: GPL-2.0-or-later
// A virtual function sets a member of what it is given.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct out {
  char *text;
};
struct maker {
  virtual ~maker() {}
  virtual void make(out &to) { to.text = new char[1337]{1}; }
};

static maker plain;
static maker *volatile chosen = &plain;

static APART int first(void)
{
  out one; chosen->make(one);
  int used = one.text[0];
  delete[] one.text; //>
  return used;
}

static APART int second(void)
{
  out one_2; chosen->make(one_2); // @made
  int used = one_2.text[0];
  delete[] one_2.text; //<
  return used;
}
