// SPDX-License-Identifier: GPL-2.0-or-later
// A lambda in a std::function stores where its caller has said.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <functional>

#include "pair.h"

static void times(int count, const std::function<void(int)> &what)
{
  for (int i = 0; i < count; i++)
    what(i);
}

static void fill(char **texts)
{
  times(1, [&](int i) { texts[i] = new char[1337]; texts[i][0] = 1; });
}

static APART int first(void)
{
  char *one[1];
  fill(one);
  int used = one[0][0];
  delete[] one[0]; //>
  return used;
}

static APART int second(void)
{
  char *other[1];
  fill(other); // @made
  int used = other[0][0];
  delete[] other[0]; //<
  return used;
}
