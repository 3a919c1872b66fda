// SPDX-License-Identifier: GPL-2.0-or-later
// A factory returns a unique_ptr.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

#include <memory>

static std::unique_ptr<char[]> make()
{
  auto made = std::make_unique<char[]>(1337);
  made[0] = 1;
  return made;
}

static APART int first(void)
{
  auto one = make();
  int used = one[0];
  char *text = one.release();
  delete[] text; //>
  return used;
}

static APART int second(void)
{
  auto one_2 = make(); // @made
  int used = one_2[0];
  char *text_2 = one_2.release();
  delete[] text_2; //<
  return used;
}
