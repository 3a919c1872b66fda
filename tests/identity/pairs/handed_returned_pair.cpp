// SPDX-License-Identifier: GPL-2.0-or-later
// A pair is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

#include <utility>

static std::pair<long, char *> make(long kind)
{
  char *text = new char[1337];
  text[0] = 1;
  return {kind, text};
}

static APART int first(void)
{
  auto one = make(1);
  int used = one.second[0];
  delete[] one.second; //>
  return used;
}

static APART int second(void)
{
  auto one_2 = make(1); // @made
  int used = one_2.second[0];
  delete[] one_2.second; //<
  return used;
}
