// SPDX-License-Identifier: GPL-2.0-or-later
// An operator sets a member.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct text {
  char *data = nullptr;
  text &operator=(int number)
  {
    data = new char[1337];
    data[0] = (char)number;
    return *this;
  }
};

static APART int first(void)
{
  text one; one = 1;
  int used = one.data[0];
  delete[] one.data; //>
  return used;
}

static APART int second(void)
{
  text one_2; one_2 = 1; // @made
  int used = one_2.data[0];
  delete[] one_2.data; //<
  return used;
}
