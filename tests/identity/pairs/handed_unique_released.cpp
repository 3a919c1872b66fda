// SPDX-License-Identifier: GPL-2.0-or-later
// A unique_ptr holds the block until it is released.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

#include <memory>

static void fill(std::unique_ptr<char[]> &out)
{
  out.reset(new char[1337]{1});
}

static APART int first(void)
{
  std::unique_ptr<char[]> one;
  fill(one);
  int used = one[0];
  char *text = one.release();
  delete[] text; //>
  return used;
}

static APART int second(void)
{
  std::unique_ptr<char[]> one_2;
  fill(one_2); // @made
  int used = one_2[0];
  char *text_2 = one_2.release();
  delete[] text_2; //<
  return used;
}
