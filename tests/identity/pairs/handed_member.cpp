// SPDX-License-Identifier: GPL-2.0-or-later
// A member function sets a member.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct text {
  char *data;
  long size;
  void fill() { data = new char[1337]; data[0] = 1; size = 1337; }
};

static APART int first(void)
{
  text text;
  text.fill();
  int used = text.data[0];
  delete[] text.data; //>
  return used;
}

static APART int second(void)
{
  text text_2;
  text_2.fill(); // @made
  int used = text_2.data[0];
  delete[] text_2.data; //<
  return used;
}
