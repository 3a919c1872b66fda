// SPDX-License-Identifier: GPL-2.0-or-later
// A smart pointer of the program itself holds the block.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct box {
  char *data = nullptr;
  void reset(char *to) { data = to; }
};

static void fill(box &box)
{
  box.reset(new char[1337]{1});
}

static APART int first(void)
{
  box one; fill(one);
  int used = one.data[0];
  delete[] one.data; //>
  return used;
}

static APART int second(void)
{
  box one_2; fill(one_2); // @made
  int used = one_2.data[0];
  delete[] one_2.data; //<
  return used;
}
