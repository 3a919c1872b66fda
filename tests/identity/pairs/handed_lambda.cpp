// SPDX-License-Identifier: GPL-2.0-or-later
// A lambda sets what it has captured.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

template<class F> static APART void apply(F f)
{
  f();
}

static void fill(char **out)
{
  apply([out] { *out = new char[1337]{1}; });
}

static APART int first(void)
{
  char *text;
  fill(&text);
  int used = text[0];
  delete[] text; //>
  return used;
}

static APART int second(void)
{
  char *text_2;
  fill(&text_2); // @made
  int used = text_2[0];
  delete[] text_2; //<
  return used;
}
