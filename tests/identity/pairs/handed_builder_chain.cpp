// SPDX-License-Identifier: GPL-2.0-or-later
// Calls of a builder are chained.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct builder {
  char *text = nullptr;
  long used = 0;
  builder &add(char c)
  {
    if (!text)
      text = new char[1337];
    text[used++] = c;
    return *this;
  }
};

static APART int first(void)
{
  builder one; one.add(1).add(2);
  int used = one.text[0];
  delete[] one.text; //>
  return used;
}

static APART int second(void)
{
  builder one_2; one_2.add(1).add(2); // @made
  int used = one_2.text[0];
  delete[] one_2.text; //<
  return used;
}
