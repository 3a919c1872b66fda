// SPDX-License-Identifier: GPL-2.0-or-later
// An object that is not trivial is returned through a hidden pointer.
// levels: -std=c++17
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

struct handle {
  char *text;
  handle(char *from) : text(from) {}
  handle(const handle &) = delete;
  ~handle() { text = nullptr; }
};

static handle make()
{
  return handle(new char[1337]{1});
}

static APART int first(void)
{
  handle one = make();
  int used = one.text[0];
  char *text = one.text;
  delete[] text; //>
  return used;
}

static APART int second(void)
{
  handle one_2 = make(); // @made
  int used = one_2.text[0];
  char *text_2 = one_2.text;
  delete[] text_2; //<
  return used;
}
